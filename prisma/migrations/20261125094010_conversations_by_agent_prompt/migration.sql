-- For "where a version was used".
create index concurrently if not exists "conversation_agent_prompt_version_id_idx" on conversation (agent_prompt_version_id);
