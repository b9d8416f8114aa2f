// The board of a list, as every page that shows one reads it. It says what time it is on the server
// to the millisecond, which is what counts for countdowns and for slots that are still to come.
import { api, call, type Board } from './api';
import { serverClock } from './time';

export async function readBoard(resourceId: string): Promise<Board> {
    const sentAt = Date.now();
    const params = { path: { resource_id: resourceId } };
    const board = await call(api.GET('/v1/resources/{resource_id}/board', { params }));
    serverClock.observe(new Date(board.at).getTime(), sentAt, Date.now());
    return board;
}
