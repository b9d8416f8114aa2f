"""Compares the provider's book with ours, once everything has come to rest: nobody is charged
without a place, nobody has a place without the charge, and nobody is charged twice."""

AT_REST = {'taken', 'released', 'refunded', 'failed', 'kept'}


def differences(theirs, ours, offers, open_pages):
    """What is wrong, a sentence each. `theirs`: rows of the double's book. `ours`: payments by
    offer, as the API tells them. `offers`: (offer, price, whether its guest has the place).
    `open_pages`: references of pages that can still be paid on."""
    found = []
    known = {offer['id'] for offer, _, _ in offers}
    for row in theirs:
        if row['reference'] not in known:
            found.append(f'{row["payment"]} is for nothing we know: {row["reference"]}')
    for offer, price, has_place in offers:
        there = [row for row in theirs if row['reference'] == offer['id']]
        here = ours.get(offer['id'], [])
        found += [f'{offer["id"]}: {problem}'
                  for problem in _problems(there, here, price, has_place,
                                           offer['id'] in open_pages)]
    return found


def _problems(there, here, price, has_place, has_page):
    captured = sum(row['captured'] for row in there)
    kept = sum(row['captured'] - row['refunded'] for row in there)
    if kept > 0 and not has_place:
        yield f'charged {kept} without a place'
    if has_place and kept < price:
        yield f'a place for {kept} of {price}'
    if sum(1 for row in there if row['captured'] > row['refunded']) > 1 or kept > price:
        yield f'charged {kept} instead of {price}'
    if sum(row['held'] for row in there) > 0:
        yield 'money is still held'
    if has_page:
        yield 'a page can still be paid on'
    if captured != sum(one['captured']['amount'] for one in here):
        yield f'they took {captured}, we know of {[one["captured"] for one in here]}'
    refunded = sum(row['refunded'] for row in there)
    if refunded != sum(one['refunded']['amount'] for one in here):
        yield f'they gave back {refunded}, we know of {[one["refunded"] for one in here]}'
    for one in here:
        if one['state'] not in AT_REST:
            yield f'is still {one["state"]}'
    references = {f'stripe:{row["payment"]}' for row in there if row['captured']}
    missing = references - {one['reference'] for one in here}
    if missing:
        yield f'{missing} are not in our book'
