import { cardAdmitsInSql, chapterAdmitsInSql } from '#api/audiences/policy.ts';
import type {
  CallTime,
  Card,
  Chapter,
  Conversation,
  QuestionRequest,
  Subject,
  User,
} from '#api/generated/prisma/client.ts';
import { prepared } from '#api/platform/database/database.ts';
import { rowFromJson } from '#api/platform/database/json-rows.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { actsForAnother, type Viewer } from '#api/platform/viewer.ts';
import { type SubjectAccess, type SubjectAccessRow, subjectAccessOf } from './policy.ts';

/** The parts of a subject's home that can be preloaded with it. */
export const homeParts = ['chapters', 'cards', 'questions', 'liveConversation', 'nextCall'] as const;
export type HomePart = (typeof homeParts)[number];

/** How many of the newest rows are preloaded; one more is read to know whether there are more. */
export const homeCards = 5;
export const homeQuestions = 10;

type Question = QuestionRequest & { askedBy: User | null };
type Story = Card & { chapter: Chapter };

/** The preloaded parts of a subject; a part that was not requested is undefined. */
export type Home = {
  subjectAccess: SubjectAccess;
  chapters?: (Chapter & { cardCount: number })[];
  cards?: Story[];
  questions?: Question[];
  liveConversation?: Conversation | null;
  calls?: { times: CallTime[]; agreed: boolean };
};

type Row = Pick<SubjectAccessRow, 'role' | 'relationship' | 'mayContribute' | 'mayDownload'> & {
  subject: object;
  chapters: object[] | null;
  cards: object[] | null;
  questions: object[] | null;
  live: object | null;
  times: object[] | null;
  agreed: boolean | null;
};

/**
 * A subject and the parts of its home, in one statement; null when the viewer may not see it. The rules for cards exist
 * here and in `visibleCards`: a test keeps them equal.
 */
export async function readHome(
  viewer: Viewer,
  subjectId: string,
  parts: ReadonlySet<string>,
): Promise<{ subject: Subject; home: Home } | null> {
  const { rows } = await prepared.query<Row>({
    name: 'subject-home',
    text: statement,
    values: [
      ...[subjectId, viewer.userId, viewer.admin, actsForAnother(viewer)],
      ...homeParts.map((part) => parts.has(part)),
      ...[viewer.impersonatorId !== null, clock.now()],
    ],
  });
  const [row] = rows;
  if (!row) return null;
  const subject = rowFromJson<Subject>('Subject', row.subject);
  const { role, relationship, mayContribute, mayDownload } = row;
  const subjectAccess = subjectAccessOf(viewer, {
    ...subject,
    ...{ role, relationship, mayContribute, mayDownload },
  });
  // A partner's key may see less than its user.
  if (!subjectAccess.sees) return null;
  const list = <T>(part: HomePart, model: 'Chapter' | 'Card' | 'QuestionRequest', found: object[] | null) =>
    parts.has(part) ? (found ?? []).map((each) => rowFromJson<T>(model, each)) : undefined;
  return {
    subject,
    home: {
      subjectAccess,
      chapters: list('chapters', 'Chapter', row.chapters),
      cards: list<Story>('cards', 'Card', row.cards)?.map(withChapter),
      questions: list<Question>('questions', 'QuestionRequest', row.questions)?.map(withAsker),
      liveConversation: parts.has('liveConversation')
        ? row.live && rowFromJson<Conversation>('Conversation', row.live)
        : undefined,
      calls: parts.has('nextCall')
        ? {
            times: (row.times ?? []).map((time) => rowFromJson<CallTime>('CallTime', time)),
            agreed: !!row.agreed,
          }
        : undefined,
    },
  };
}

/** An impersonating admin reads only what is open to all, not what names the member. */
const audienceAt = {
  readsAll: '(r.reads_all and not $10::boolean)',
  userId: '(case when $10::boolean then null else $2::uuid end)',
  now: '$11::timestamptz',
};

const statement = `
  with viewed as (
    select s.*, m.role, m.relationship, m.may_contribute, m.may_download,
      coalesce(s.self_user_id = $2::uuid, false) as self,
      s.sharing or (coalesce(s.self_user_id = $2::uuid, false) and not $4::boolean) as shared
    from subject s
    left join membership m on m.subject_id = s.id and m.user_id = $2::uuid
    where s.id = $1::uuid and ($3::boolean or s.self_user_id = $2::uuid
      or (case when s.deleted_at is null then m.id is not null else m.role = 'OWNER' end))
  ), viewer as (
    select v.id as subject_id, v.deleted_at, v.shared, f.family,
      coalesce(v.self or v.role = 'OWNER', false) as reads_all, v.deleted_at is null and v.shared
      and (f.family or coalesce(v.role = 'VIEWER' and v.viewers_read_transcripts, false)) as reads
    from viewed v
    cross join lateral (
      select $3::boolean or coalesce(v.self or v.role in ('OWNER', 'EDITOR'), false) as family) f
  ), visible as (
    select c.* from card c join viewer r on r.subject_id = c.subject_id
    where ($5::boolean or $6::boolean) and (r.deleted_at is null or $3::boolean)
      and (r.family or c.status = 'PUBLISHED' or (c.status = 'DRAFT' and r.reads))
      and (r.shared or not (
        exists (select 1 from card_revision n where n.card_id = c.id and n.writer is not null)
        or exists (select 1 from sentence e join source o on o.sentence_id = e.id where e.card_id = c.id)))
      and ${cardAdmitsInSql('c', audienceAt)}
  )
  select to_jsonb(s) as subject, v.role::text as role, v.relationship,
    v.may_contribute as "mayContribute", v.may_download as "mayDownload",
    case when $5::boolean then (
      select jsonb_agg(to_jsonb(c) || jsonb_build_object(
          'card_count', (select count(*) from visible x where x.chapter_id = c.id)) order by c.position)
      from chapter c where c.subject_id = v.id and ${chapterAdmitsInSql('c', audienceAt)}) end as chapters,
    case when $6::boolean then (
      select jsonb_agg(to_jsonb(c) || jsonb_build_object('chapter', (
          select to_jsonb(h) from chapter h where h.id = c.chapter_id)) order by c.created_at desc, c.id desc) from (
        select * from visible order by created_at desc, id desc limit ${homeCards + 1}) c) end as cards,
    case when $7::boolean then (
      select jsonb_agg(to_jsonb(q) || jsonb_build_object('asked_by', (
          select to_jsonb(u) from "user" u where u.id = q.asked_by_id)) order by q.created_at desc, q.id desc)
      from (select * from question_request where subject_id = v.id and removed_at is null
        order by created_at desc, id desc limit ${homeQuestions + 1}) q) end as questions,
    case when $8::boolean and r.reads then (
      select to_jsonb(c) from conversation c
      where c.subject_id = v.id and c.status in ('RINGING', 'IN_PROGRESS')) end as live,
    case when $9::boolean then (
      select jsonb_agg(to_jsonb(t)) from call_time t where t.subject_id = v.id) end as times,
    $9::boolean and coalesce((
      select e.status = 'GRANTED' from consent_entry e join consent_identity i on i.entry_id = e.id
      where (e.subject_id = v.id or e.subject_id is null) and e.kind = 'CALLS' and i.phone = v.phone
      order by e.position desc limit 1), false) as agreed
  from viewed v join viewer r on r.subject_id = v.id join subject s on s.id = v.id`;

function withChapter({ chapter, ...card }: Story): Story {
  return { ...card, chapter: rowFromJson<Chapter>('Chapter', chapter) };
}

function withAsker({ askedBy, ...question }: Question): Question {
  return { ...question, askedBy: askedBy && rowFromJson<User>('User', askedBy) };
}
