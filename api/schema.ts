import { builder } from './graphql/builder.ts';
import './accounts/profile/schema.ts';
import './accounts/schema.ts';
import './accounts/security/schema.ts';
import './accounts/admins/schema.ts';
import './audiences/schema.ts';
import './biography/schema.ts';
import './calls/schema.ts';
import './consent/schema.ts';
import './conversations/schema.ts';
import './exports/schema.ts';
import './gifts/schema.ts';
import './graphql/errors.ts';
import './graphql/scalars.ts';
import './imports/schema.ts';
import './keepsakes/schema.ts';
import './keepsakes/schema/live.ts';
import './makings/schema.ts';
import './onboarding/schema.ts';
import './partners/schema.ts';
import './partners/webhooks/schema.ts';
import './people/schema.ts';
import './questions/schema.ts';
import './recordings/old/schema.ts';
import './recordings/schema.ts';
import './remarks/schema.ts';
import './subjects/schema.ts';
import './texts/schema.ts';
import './voice-codes/schema.ts';
import './wellbeing/schema.ts';
import './writer/audit/schema.ts';
import './writer/desk/schema.ts';
import './writer/messages/schema.ts';
import './writer/agent-prompts/schema.ts';
import './writer/model-calls/schema.ts';
import './writer/models/schema.ts';
import './writer/open-editors/schema.ts';
import './writer/playground/schema.ts';
import './writer/prompts/schema.ts';
import './writer/question-bank/schema.ts';
import './writer/reconcile/schema.ts';
import './writer/replay/schema.ts';
import './writer/saved-filters/schema.ts';

/**
 * The whole schema: every domain's schema file adds its types and entry points. It is not sorted, because sorting
 * builds it a second time; print.ts sorts it.
 */
export const schema = builder.toSchema({ sortSchema: false });
