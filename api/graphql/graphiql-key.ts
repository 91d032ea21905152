/**
 * The bar above GraphiQL in which a person enters an API key; the requests of the page then run as that key and not as
 * the signed-in person. The key is kept in this tab's session storage alone. The page is loaded again when it changes,
 * so that nothing of another caller stays open.
 */
export const keyBar = {
  style: `
    body { display: flex; flex-direction: column; height: 100dvh; }
    #root { flex: 1; min-height: 0; }
    #root .graphiql-container { height: 100%; width: 100%; }
    #key-bar { --ground: #fff; --ink: #1d2430; --line: #6b7686; --wrong: #a3150b;
      display: flex; flex-wrap: wrap; align-items: center; gap: 8px; padding: 8px 16px;
      background: var(--ground); color: var(--ink); border-bottom: 1px solid var(--line);
      font: 16px/1.4 system-ui, sans-serif; }
    #key-bar label { font-weight: 600; }
    #key-bar input { flex: 1 1 14rem; min-width: 0; max-width: 30rem; }
    #key-bar input, #key-bar button { box-sizing: border-box; min-height: 44px; padding: 0 12px; font: inherit;
      color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 6px; }
    #key-bar button { cursor: pointer; }
    #key-bar :focus-visible { outline: 3px solid currentColor; outline-offset: 2px; }
    #key-bar p { flex: 1 1 100%; margin: 0; overflow-wrap: anywhere; }
    #key-bar p.wrong { color: var(--wrong); }
    #key-bar [hidden] { display: none; }
    body.graphiql-dark #key-bar { --ground: #212a3b; --ink: #f2f4f8; --line: #8f9bb0; --wrong: #ffb4a8; }
    @media (prefers-color-scheme: dark) {
      body:not(.graphiql-light) #key-bar { --ground: #212a3b; --ink: #f2f4f8; --line: #8f9bb0; --wrong: #ffb4a8; }
    }
  `,

  /** The field has no name: if the form were sent, the key would not be in an address. */
  form: `
    <form id="key-bar" aria-label="Who asks">
      <label for="api-key">API key</label>
      <input id="api-key" type="password" autocomplete="off" spellcheck="false" placeholder="evt_…"
        aria-describedby="key-state" required />
      <button>Use this key</button>
      <button type="button" hidden>Stop using the key</button>
      <p id="key-state" role="status"></p>
    </form>
  `,

  /** Defines `renderWithKey`, which renders GraphiQL so that it asks with the key of this tab. */
  script: `
    const keyStore = 'evertold-api-key';
    const apiKey = sessionStorage.getItem(keyStore);

    function renderWithKey(root, options) {
      YogaGraphiQL.renderYogaGraphiQL(root, {
        ...options,
        ...(apiKey && {
          credentials: 'omit',
          additionalHeaders: { authorization: 'Bearer ' + apiKey },
          connectionParams: () => ({ apiKey }),
        }),
      });
    }

    {
      const form = document.getElementById('key-bar');
      const [label, input, use, stop, state] = form.children;
      const say = (words, isWrong) => {
        state.textContent = words;
        state.className = isWrong ? 'wrong' : '';
        input.setAttribute('aria-invalid', String(isWrong));
      };
      if (apiKey) {
        label.hidden = input.hidden = use.hidden = true;
        stop.hidden = false;
      }
      say(apiKey ? 'Requests run as the key that begins with ' + apiKey.slice(0, 12) + '.' : 'Requests run as you.', false);
      form.addEventListener('submit', async (event) => {
        event.preventDefault();
        const key = input.value.trim();
        if (!key) return;
        say('The key is checked …', false);
        const headers = { 'content-type': 'application/json', authorization: 'Bearer ' + key };
        const body = JSON.stringify({ query: '{ __typename }' });
        const asked = { method: 'POST', credentials: 'omit', headers, body };
        // A key with other than plain characters can't be sent, and there is none.
        const status = /^[!-~]+$/.test(key)
          ? await fetch(location.pathname, asked).then((answer) => answer.status, () => 0)
          : 401;
        if (status === 200) {
          sessionStorage.setItem(keyStore, key);
          location.reload();
        } else if (status === 401) {
          say('This key is unknown, revoked or expired.', true);
          input.focus();
        } else say('The key could not be checked. Try again in a moment.', true);
      });
      stop.addEventListener('click', () => {
        sessionStorage.removeItem(keyStore);
        location.reload();
      });
    }
  `,
};
