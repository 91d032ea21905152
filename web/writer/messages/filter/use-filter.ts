import { useState } from 'react';
import { useLocation, useNavigation, useSearchParams } from 'react-router';
import { type AddressFilter, addressOf, readAddress } from './message-filter.ts';

/**
 * The filter as it was last set, and the way to change a part of it. What is set stands there at once, and the next change
 * goes on from it: the address says it only later, and the list later still.
 */
export function useFilter(): [AddressFilter, (change: Partial<AddressFilter>) => void] {
  const [, setParams] = useSearchParams();
  const here = useLocation();
  const { location: coming } = useNavigation();
  const { key, search } = coming?.pathname === here.pathname ? coming : here;
  const inAddress = written(readAddress(new URLSearchParams(search)).filter);
  /** What was set from here and has not come into the address yet. */
  const [set, setSet] = useState({ key, given: [] as readonly string[] });
  let { given } = set;
  if (set.key !== key) {
    // Of what comes late from here the newest stands; any other place brings its own.
    const at = given.lastIndexOf(inAddress);
    given = at < 0 ? [] : given.slice(at + 1);
    setSet({ key, given });
  }
  const { filter } = readAddress(new URLSearchParams(given.at(-1) ?? inAddress));

  function change(part: Partial<AddressFilter>) {
    const next = { ...filter, ...part };
    setSet((now) => ({ ...now, given: [...now.given, written(next)] }));
    setParams(addressOf(next), { preventScrollReset: true });
  }
  return [filter, change];
}

function written(filter: AddressFilter): string {
  return addressOf(filter).toString();
}
