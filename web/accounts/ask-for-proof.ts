import { apiUrl } from '#web/app/addresses.ts';
import { apiFetch } from '#web/app/api-fetch.ts';

/**
 * Asks for one's password over whatever is open, and says whether it was given. The browser's own dialog: it lies over
 * those of the page, which stay as they are.
 */
export function askForProof(): Promise<boolean> {
  const dialog = document.createElement('dialog');
  dialog.className = 'dialog proof';
  dialog.setAttribute('aria-labelledby', 'proof-title');
  dialog.innerHTML = `<h2 id="proof-title">Enter your password</h2>
    <p class="lead quiet">You signed in a while ago. We ask once more, so that nobody else does this in your name.
      If you have no password, sign out and sign in again.</p>
    <form class="stack" novalidate>
      <div class="field">
        <label for="proof-password">Your password</label>
        <input class="input" id="proof-password" type="password" autocomplete="current-password" required>
        <p class="field-error" id="proof-error" role="alert"></p>
      </div>
      <div class="dialog-do">
        <button class="btn btn-primary" type="submit">Continue</button>
        <button class="btn btn-quiet" type="button">Cancel</button>
      </div>
    </form>`;
  const form = dialog.querySelector('form') as HTMLFormElement;
  const input = dialog.querySelector('input') as HTMLInputElement;
  const error = dialog.querySelector('#proof-error') as HTMLElement;
  const cancel = dialog.querySelector('button[type=button]') as HTMLButtonElement;
  // A press in it is not one beside the dialog that lies under it.
  for (const kind of ['pointerdown', 'mousedown', 'click', 'focusin', 'keydown'])
    dialog.addEventListener(kind, (event) => event.stopPropagation());
  document.body.append(dialog);
  dialog.showModal();
  input.focus();

  return new Promise((resolve) => {
    let proven = false;
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(proven);
    });
    cancel.addEventListener('click', () => dialog.close());
    input.addEventListener('input', () => {
      error.textContent = '';
      input.removeAttribute('aria-invalid');
    });
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const problem = input.value ? await problemWith(input.value) : 'Enter your password';
      if (problem === null) {
        proven = true;
        dialog.close();
        return;
      }
      error.textContent = problem;
      input.setAttribute('aria-invalid', 'true');
      input.setAttribute('aria-describedby', 'proof-error');
      input.focus();
    });
  });
}

async function problemWith(password: string): Promise<string | null> {
  const answer = await apiFetch(apiUrl('/api/auth/confirm-password'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  }).catch(() => null);
  if (answer?.ok) return null;
  if (answer?.status === 400) return 'This is not your password. Check it and try again.';
  if (answer?.status === 429) return 'That was tried too often. Wait ten minutes and try again.';
  return 'We couldn’t reach Evertold. Check your connection and try again.';
}
