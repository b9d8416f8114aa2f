// The house as guests know it, which the links and the settings share.
import { api, call, type Schemas } from './api';
import { Loader } from './loader.svelte';

export const house = new Loader<Schemas['HouseFacts']>(() => call(api.GET('/v1/house')));
