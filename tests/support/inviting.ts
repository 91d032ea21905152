import type { Answer, Person } from './person.ts';

const inviting = `mutation ($input: InviteInput!) { invite(input: $input) {
  __typename ... on InviteSuccess { url invitation { id role email phone status maxUses uses expiresAt } }
  ... on UserError { code path }
} }`;
const answering = (field: string, on: string) => `mutation ($token: String!) { ${field}(token: $token) {
  __typename ... on ${on} ... on UserError { code path } ... on InvitationUnusable { usable: status }
} }`;
const accepting = answering('acceptInvitation', 'Membership { id role relationship subject { id } }');
const declining = answering('declineInvitation', 'InvitationPreview { id status }');

/** Invites; gives the answer, and the token that its link carries. */
export async function invite(person: Person, input: object): Promise<Answer> {
  const answer = (await person.gql(inviting, { input })).invite;
  return { ...answer, token: answer.url && new URL(answer.url).pathname.split('/').at(-2) };
}

/** Says yes to a link. */
export async function accept(person: Person, token: string): Promise<Answer> {
  return (await person.gql(accepting, { token })).acceptInvitation;
}

/** Says no to a link. */
export async function decline(person: Person, token: string): Promise<Answer> {
  return (await person.gql(declining, { token })).declineInvitation;
}

/** What the link shows before it is answered. */
export async function preview(person: Person, token: string): Promise<Answer> {
  return (await person.gql('InvitationByToken', { token })).invitationPreview;
}

/** The invitations that wait for somebody, by their address. */
export async function waitingFor(person: Person): Promise<Answer> {
  return (await person.gql('{ myInvitations { id role status message subject { preferredName } } }'))
    .myInvitations;
}

const answeringMine = (field: string, on: string) => `mutation ($id: ID!) { ${field}(id: $id) {
  __typename ... on ${on} ... on UserError { code path } ... on InvitationUnusable { usable: status }
} }`;

/** Says yes to an invitation that went to one's own address. */
export async function acceptMine(person: Person, id: string): Promise<Answer> {
  const document = answeringMine('acceptMyInvitation', 'Membership { id role subject { id } }');
  return (await person.gql(document, { id })).acceptMyInvitation;
}

/** Says no to one. */
export async function declineMine(person: Person, id: string): Promise<Answer> {
  const document = answeringMine('declineMyInvitation', 'InvitationPreview { id status }');
  return (await person.gql(document, { id })).declineMyInvitation;
}
