import { useEffect, useState } from 'react';
import { useSonner } from 'sonner';

/** The distance of notices from the lower edge of the window, and from a button that they stay clear of. */
const edge = 16;
const gap = 8;
/** How often the place of the shown notices is looked at: pages scroll and change below them. */
const lookMs = 100;

/** What a notice must not lie on, from all actions to those that matter most. */
const actions = [
  'button, [role=button], [role=combobox], a.btn, input, select, textarea, summary, .tabs a',
  'button[type=submit], [role=dialog] button, .tabs a',
].map((each) =>
  each
    .split(', ')
    .map((one) => `${one}:not([data-sonner-toaster] *)`)
    .join(),
);

/**
 * The distance from the lower edge of the window at which the shown notices cover no button or field of the page. Where
 * there is no such place, they at least cover no button that sends a form.
 */
export function useBottomClearOfActions(): number {
  const isShown = useSonner().toasts.length > 0;
  const [bottom, setBottom] = useState(edge);
  useEffect(() => {
    if (!isShown) return setBottom(edge);
    const look = () => {
      const area = document.querySelector<HTMLElement>('[data-sonner-toaster]');
      // Nobody reaches for what moves away.
      if (area && !area.matches(':hover, :focus-within')) setBottom(clearBottom(area));
    };
    look();
    const timer = setInterval(look, lookMs);
    return () => clearInterval(timer);
  }, [isShown]);
  return bottom;
}

function clearBottom(area: HTMLElement): number {
  const { left, right } = area.getBoundingClientRect();
  const fronts = [...area.querySelectorAll('[data-sonner-toast]')].map((each) => each.clientHeight);
  // Up to two more notices look out behind the first one.
  const height = Math.max(...fronts, 0) + (Math.min(fronts.length, 3) - 1) * 12;
  for (const selector of actions) {
    const taken = [...document.querySelectorAll(selector)]
      .map((action) => action.getBoundingClientRect())
      .filter((box) => box.width > 0 && box.right > left && box.left < right)
      .map(({ top, bottom }) => ({ from: innerHeight - bottom - gap, to: innerHeight - top + gap }))
      .filter(({ from, to }) => to > 0 && from < innerHeight);
    const found = [edge, ...taken.map(({ to }) => Math.ceil(to))]
      .sort((a, b) => a - b)
      .find(
        (at) =>
          at >= edge &&
          at + height <= innerHeight - edge &&
          taken.every(({ from, to }) => at >= to || at + height <= from),
      );
    if (found !== undefined) return found;
  }
  return edge;
}
