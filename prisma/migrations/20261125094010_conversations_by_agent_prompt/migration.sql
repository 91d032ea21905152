-- For "where a version was used".
create index concurrently "conversation_agent_prompt_version_id_idx" on conversation (agent_prompt_version_id);
