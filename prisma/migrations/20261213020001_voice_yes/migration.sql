-- The message in which a person said yes once more on the recording of a call, and the consent that it belongs to.
alter table call_recording add column voice_message_id uuid, add column consent_entry_id uuid;
