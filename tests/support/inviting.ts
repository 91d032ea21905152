import type { Answer, Person } from './person.ts';

const inviting = `mutation ($input: InviteInput!) { invite(input: $input) {
  __typename ... on InviteSuccess { url isLetterUnwanted invitation { id role email phone status maxUses uses expiresAt } }
  ... on UserError { code path }
} }`;
const answering = (field: string, on: string) => `mutation ($token: String!) { ${field}(token: $token) {
  __typename ... on ${on} ... on UserError { code path } ... on InvitationUnusable { usable: status }
} }`;
const accepting = answering('acceptInvitation', 'Membership { id role relationship subject { id } }');
const declining = answering('declineInvitation', 'InvitationPreview { id status }');

/** Sends an invitation; returns the result with the token from its link. */
export async function invite(person: Person, input: object): Promise<Answer> {
  const answer = (await person.gql(inviting, { input })).invite;
  return { ...answer, token: answer.url && new URL(answer.url).pathname.split('/').at(-2) };
}

/** Accepts an invitation by its token. */
export async function accept(person: Person, token: string): Promise<Answer> {
  return (await person.gql(accepting, { token })).acceptInvitation;
}

/** Declines an invitation by its token. */
export async function decline(person: Person, token: string): Promise<Answer> {
  return (await person.gql(declining, { token })).declineInvitation;
}

/** The invitation as its link shows it before it is answered. */
export async function preview(person: Person, token: string): Promise<Answer> {
  return (await person.gql('InvitationByToken', { token })).invitationPreview;
}

/** The pending invitations to a user's address. */
export async function waitingFor(person: Person): Promise<Answer> {
  return (await person.gql('{ myInvitations { id role status message subject { preferredName } } }'))
    .myInvitations;
}

const answeringMine = (field: string, on: string) => `mutation ($id: ID!) { ${field}(id: $id) {
  __typename ... on ${on} ... on UserError { code path } ... on InvitationUnusable { usable: status }
} }`;

/** Accepts an invitation to the user's own address. */
export async function acceptMine(person: Person, id: string): Promise<Answer> {
  const document = answeringMine('acceptMyInvitation', 'Membership { id role subject { id } }');
  return (await person.gql(document, { id })).acceptMyInvitation;
}

/** Declines an invitation to the user's own address. */
export async function declineMine(person: Person, id: string): Promise<Answer> {
  const document = answeringMine('declineMyInvitation', 'InvitationPreview { id status }');
  return (await person.gql(document, { id })).declineMyInvitation;
}
