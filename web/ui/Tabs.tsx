import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

export interface TabPage {
  value: string;
  title: ReactNode;
  content: ReactNode;
}

/** Tabs of alternative forms, one visible at a time. The curl marks the selected tab. */
export function Tabs({
  label,
  pages,
  value,
  onChange,
}: {
  label: string;
  pages: readonly TabPage[];
  value?: string;
  onChange?: (value: string) => void;
}) {
  const selection = value === undefined ? { defaultValue: pages[0]?.value ?? null } : { value };
  return (
    <Base.Root {...selection} onValueChange={(next) => onChange?.(String(next))}>
      <Base.List className="ways" aria-label={label}>
        {pages.map((page) => (
          <Base.Tab key={page.value} value={page.value}>
            {page.title}
          </Base.Tab>
        ))}
      </Base.List>
      {pages.map((page) => (
        <Base.Panel key={page.value} value={page.value}>
          {page.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
