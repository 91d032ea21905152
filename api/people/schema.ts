import './schema/invitations.ts';
import './schema/live.ts';
import './schema/members.ts';
import './schema/people.ts';
import './schema/places.ts';
import './schema/relatives.ts';
import './schema/successor.ts';
