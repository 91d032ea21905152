import { type ComponentType, cloneElement, type ReactElement, useState } from 'react';
import type { PersonWords } from '../person-words.ts';

export type AskDialogProps = {
  subjectId: string;
  words: PersonWords;
  trigger: ReactElement<{
    onClick?: () => void;
    onPointerEnter?: () => void;
    onFocus?: () => void;
    'aria-haspopup'?: 'dialog';
  }>;
  /** What it is to be about, when that is what one came for. */
  about?: string;
  /** The question was taken. */
  onAsked?: () => void;
};

/** A question of one's own, for the next conversation. Its form is loaded when somebody reaches for it. */
export function AskDialog(props: AskDialogProps) {
  const [Form, setForm] = useState<ComponentType<AskDialogProps> | null>(null);
  if (Form) return <Form {...props} />;

  const load = () => import('./acts/AskForm.tsx');
  const reach = () => void load().catch(() => undefined);
  return cloneElement(props.trigger, {
    'aria-haspopup': 'dialog',
    onPointerEnter: reach,
    onFocus: reach,
    async onClick() {
      const { AskForm } = await load();
      setForm(() => AskForm);
    },
  });
}
