import { useState } from 'react';

/** The text size of stories: 1, 1.15, 1.3 and 1.5 times the normal size. */
export type TextSize = '1' | '2' | '3' | '4';

export const sizes: readonly { value: TextSize; name: string }[] = [
  { value: '1', name: 'As it is' },
  { value: '2', name: 'Larger' },
  { value: '3', name: 'Large' },
  { value: '4', name: 'Largest' },
];

const key = 'evertold:text-size';

/** The text size chosen on this device. */
export function useTextSize(): [TextSize, (size: TextSize) => void] {
  const [size, setSize] = useState<TextSize>(() => {
    try {
      return sizes.find(({ value }) => value === localStorage.getItem(key))?.value ?? '1';
    } catch {
      return '1';
    }
  });
  return [
    size,
    (next) => {
      setSize(next);
      try {
        localStorage.setItem(key, next);
      } catch {
        // Storage is unavailable: the size lasts until the page is closed.
      }
    },
  ];
}
