import { type ReactNode, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { AlertDialog } from '#web/ui/Dialog.tsx';

interface Question {
  title: string;
  /** What happens, and to whom. */
  lead: string;
  /** The label of the button that does it. */
  act: string;
  danger?: boolean;
}

/** Asks before something is done to somebody. `dialog` must be rendered. */
export function useConfirm(): {
  confirm: (question: Question, act: () => void) => void;
  dialog: ReactNode;
} {
  const [asked, setAsked] = useState<(Question & { run: () => void }) | null>(null);
  const [open, setOpen] = useState(false);
  return {
    confirm(question, run) {
      setAsked({ ...question, run });
      setOpen(true);
    },
    dialog: asked && (
      <AlertDialog
        open={open}
        onOpenChange={setOpen}
        title={asked.title}
        lead={asked.lead}
        actions={
          <>
            <Button look="quiet" onClick={() => setOpen(false)}>
              Leave it as it is
            </Button>
            <Button
              {...(asked.danger && { look: 'danger' })}
              onClick={() => {
                setOpen(false);
                asked.run();
              }}
            >
              {asked.act}
            </Button>
          </>
        }
      />
    ),
  };
}
