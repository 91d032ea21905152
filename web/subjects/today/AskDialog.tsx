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
  /** The topic of the question, if the user came with one. */
  about?: string;
  /** Called when the question was stored. */
  onAsked?: () => void;
};

/** A dialog for asking a question in the next conversation. Its form is loaded when it is needed. */
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
