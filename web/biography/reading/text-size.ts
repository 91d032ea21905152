import { useState } from 'react';

/** How much larger stories are set: 1, 1.15, 1.3 and 1.5 times. */
export type TextSize = '1' | '2' | '3' | '4';

export const sizes: readonly { value: TextSize; name: string }[] = [
  { value: '1', name: 'As it is' },
  { value: '2', name: 'Larger' },
  { value: '3', name: 'Large' },
  { value: '4', name: 'Largest' },
];

const key = 'evertold:text-size';

/** The size that was chosen on this device. */
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
        // Without a place to keep it, it holds as long as the page.
      }
    },
  ];
}
