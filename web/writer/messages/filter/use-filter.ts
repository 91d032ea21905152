import { useState } from 'react';
import { useLocation, useNavigation, useSearchParams } from 'react-router';
import { type AddressFilter, addressOf, readAddress } from './message-filter.ts';

/**
 * The latest filter and a function to change a part of it. A change takes effect here at once and further changes build
 * on it; the address follows later, and the list later still.
 */
export function useFilter(): [AddressFilter, (change: Partial<AddressFilter>) => void] {
  const [, setParams] = useSearchParams();
  const here = useLocation();
  const { location: coming } = useNavigation();
  const { key, search } = coming?.pathname === here.pathname ? coming : here;
  const inAddress = queryStringOf(readAddress(new URLSearchParams(search)).filter);
  /** Changes made here that have not yet reached the address. */
  const [set, setSet] = useState({ key, pending: [] as readonly string[] });
  let { pending } = set;
  if (set.key !== key) {
    // Our own navigations arrive late, so newer changes stay; any other navigation brings its own filter.
    const at = pending.lastIndexOf(inAddress);
    pending = at < 0 ? [] : pending.slice(at + 1);
    setSet({ key, pending });
  }
  const { filter } = readAddress(new URLSearchParams(pending.at(-1) ?? inAddress));

  function change(part: Partial<AddressFilter>) {
    const next = { ...filter, ...part };
    setSet((now) => ({ ...now, pending: [...now.pending, queryStringOf(next)] }));
    setParams(addressOf(next), { preventScrollReset: true });
  }
  return [filter, change];
}

function queryStringOf(filter: AddressFilter): string {
  return addressOf(filter).toString();
}
