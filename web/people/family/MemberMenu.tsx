import { useState } from 'react';
import type { SubjectRole } from '#web/app/generated/schema-types.ts';
import { Button } from '#web/ui/Button.tsx';
import { AlertDialog, AlertDialogClose } from '#web/ui/Dialog.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import type { Members_MemberFragment } from './Members.graphql.ts';
import { useMembers } from './use-members.ts';
import { useSuccessor } from './use-successor.ts';

const choices: readonly { role: SubjectRole; title: string }[] = [
  { role: 'OWNER', title: 'Make an owner' },
  { role: 'EDITOR', title: 'Make family: writes and corrects' },
  { role: 'VIEWER', title: 'Make a reader' },
];

/** The actions on a member: managers can change or remove them, and members can leave. */
export function MemberMenu({
  member,
  subjectId,
  bookName,
  isMe,
  isSuccessor,
  mayManage,
}: {
  member: Members_MemberFragment;
  subjectId: string;
  /** The name of the book. */
  bookName: string;
  isMe: boolean;
  isSuccessor: boolean;
  mayManage: boolean;
}) {
  const [asking, setAsking] = useState(false);
  const [naming, setNaming] = useState(false);
  const { setRole, setRights, remove, busy } = useMembers(subjectId);
  const { setSuccessor, busy: settingSuccessor } = useSuccessor(subjectId);
  const { id, role, user, mayContribute, mayDownload } = member;
  if (!isMe && !mayManage) return null;
  const question = isMe
    ? {
        title: `Leave ${bookName}’s book?`,
        lead: 'You no longer see it. To come back, you need to be invited again.',
        act: 'Leave the book',
      }
    : {
        title: `Remove ${user.name}?`,
        lead: `${user.name} no longer sees the book. What they wrote stays.`,
        act: `Remove ${user.name}`,
      };
  return (
    <>
      {mayManage ? (
        <Menu
          align="end"
          trigger={
            <button type="button" className="btn btn-text btn-s" aria-label={`Change ${user.name}`}>
              Change
            </button>
          }
          content={({ MenuItem, MenuRule }) => (
            <>
              {choices
                .filter((choice) => choice.role !== role)
                .map((choice) => (
                  <MenuItem key={choice.role} onSelect={() => void setRole(id, choice.role)}>
                    {choice.title}
                  </MenuItem>
                ))}
              {role === 'VIEWER' && (
                <>
                  <MenuRule />
                  <MenuItem onSelect={() => void setRights({ id, mayContribute: !mayContribute })}>
                    {mayContribute ? 'Let them only read' : 'Let them ask and remark too'}
                  </MenuItem>
                  <MenuItem onSelect={() => void setRights({ id, mayDownload: !mayDownload })}>
                    {mayDownload ? 'Hide download buttons' : 'Show download buttons'}
                  </MenuItem>
                </>
              )}
              {role !== 'OWNER' && !isMe && (
                <>
                  <MenuRule />
                  <MenuItem onSelect={() => (isSuccessor ? void setSuccessor(null) : setNaming(true))}>
                    {isSuccessor ? 'No longer the successor' : 'Name as successor'}
                  </MenuItem>
                </>
              )}
              <MenuRule />
              <MenuItem onSelect={() => setAsking(true)}>{isMe ? 'Leave the book' : 'Remove'}</MenuItem>
            </>
          )}
        />
      ) : (
        <Button look="text" small onClick={() => setAsking(true)}>
          Leave
        </Button>
      )}
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={question.title}
        lead={question.lead}
        actions={
          <>
            <AlertDialogClose className="btn">Cancel</AlertDialogClose>
            <Button
              look="danger"
              busy={busy}
              onClick={async () => {
                await remove(id, isMe);
                setAsking(false);
              }}
            >
              {question.act}
            </Button>
          </>
        }
      />
      <AlertDialog
        open={naming}
        onOpenChange={setNaming}
        title={`Name ${user.name} as successor?`}
        lead={`When the account of the last owner is deleted, ${user.name} becomes the owner of the book. If the last owner has died, ${user.name} can tell us. We send ${user.name} an email that says so. You can name somebody else at any time.`}
        actions={
          <>
            <AlertDialogClose className="btn">Cancel</AlertDialogClose>
            <Button
              busy={settingSuccessor}
              onClick={async () => {
                await setSuccessor(member);
                setNaming(false);
              }}
            >
              Name as successor
            </Button>
          </>
        }
      />
    </>
  );
}
