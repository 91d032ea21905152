import type { FragmentType } from '@apollo/client';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';
import { capital, wordsFor } from '#web/subjects/person-words.ts';
import { Cameo } from '#web/ui/Cameo.tsx';
import styles from './lists.module.css';
import { MemberMenu } from './MemberMenu.tsx';
import {
  type Members_MemberFragment,
  Members_MemberFragmentDoc,
  type Members_SubjectFragment,
  Members_SubjectFragmentDoc,
} from './Members.graphql.ts';
import { roleWords } from './roles.ts';

/** The members of the book and their roles. */
export function Members({
  subject: from,
  myId,
}: {
  subject: FragmentType<Members_SubjectFragment>;
  myId: string | null;
}) {
  const { data: subject } = useKeptFragment({
    fragment: Members_SubjectFragmentDoc,
    fragmentName: 'Members_subject',
    from,
  });
  return (
    <section>
      <h2 className={styles.title}>Who reads the book</h2>
      <ul className={`list list-open ${styles.people}`}>
        {subject.members.map((member) => (
          <Member key={member.id} member={member} subject={subject} myId={myId} />
        ))}
      </ul>
    </section>
  );
}

function Member({
  member: from,
  subject,
  myId,
}: {
  member: FragmentType<Members_MemberFragment>;
  subject: Members_SubjectFragment;
  myId: string | null;
}) {
  const { data: member } = useKeptFragment({ fragment: Members_MemberFragmentDoc, from });
  const { user, role, relationship, mayContribute, mayDownload } = member;
  const isMe = user.id === myId;
  const isSubject = user.id === subject.selfUserId;
  const { their } = wordsFor(subject);
  const roleInWords: (string | null | false)[] = isSubject
    ? [isMe ? 'Your book' : `It is ${their} book`]
    : [
        relationship,
        role === 'VIEWER' && !mayContribute ? 'reader, only reads' : roleWords[role],
        role === 'VIEWER' && !mayDownload && 'without downloads',
        isMe && 'you',
      ];
  const isSuccessor = subject.successor?.id === member.id;
  if (isSuccessor) roleInWords.push('named as successor');
  return (
    <li>
      <Cameo of={user.id} name={user.name} photo={user.image} width={2.8} />
      <p>
        <b>{user.name}</b>
        <br />
        <span className="note">{capital(roleInWords.filter(Boolean).join(', '))}</span>
      </p>
      {/* The family can't change the subject's own membership. */}
      {!isSubject && (
        <MemberMenu
          member={member}
          subjectId={subject.id}
          bookName={subject.preferredName}
          isMe={isMe}
          isSuccessor={isSuccessor}
          mayManage={subject.abilities.includes('MANAGE_MEMBERS')}
        />
      )}
    </li>
  );
}
