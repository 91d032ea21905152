const anId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The version of a prompt in the page's address, by which a list is filtered. */
export function versionIn(params: URLSearchParams): { agentVersion?: string; promptVersion?: string } {
  const [agentVersion = '', promptVersion = ''] = ['agentVersion', 'promptVersion'].map(
    (name) => params.get(name) ?? '',
  );
  return {
    ...(anId.test(agentVersion) && { agentVersion }),
    ...(anId.test(promptVersion) && { promptVersion }),
  };
}
