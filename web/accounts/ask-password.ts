/** The texts of a password dialog. */
export interface PasswordWords {
  title: string;
  lead: string;
  go: string;
  cancel: string;
  /** The account's email address, for the browser's autofill. */
  email?: string;
}

/**
 * Asks for a password in a dialog over the page and resolves to whether it was correct; `problemWith` checks it. It is
 * a native modal dialog, so it lies above the page's own dialogs, which stay open.
 */
export function askPassword(
  { title, lead, go, cancel, email }: PasswordWords,
  problemWith: (password: string) => Promise<string | null>,
  signal?: AbortSignal,
): Promise<boolean> {
  const dialog = document.createElement('dialog');
  dialog.className = 'dialog proof';
  dialog.setAttribute('aria-labelledby', 'proof-title');
  dialog.innerHTML = `<h2 id="proof-title"></h2>
    <p class="lead quiet"></p>
    <form class="stack" novalidate>
      <input type="email" autocomplete="username" readonly hidden>
      <div class="field">
        <label for="proof-password">Your password</label>
        <input class="input" id="proof-password" type="password" autocomplete="current-password" required>
        <p class="field-error" id="proof-error" role="alert"></p>
      </div>
      <div class="dialog-do">
        <button class="btn btn-primary" type="submit"></button>
        <button class="btn btn-quiet" type="button"></button>
      </div>
    </form>`;
  const part = <E extends HTMLElement>(selector: string) => dialog.querySelector(selector) as E;
  part('h2').textContent = title;
  part('.lead').textContent = lead;
  part('[type=submit]').textContent = go;
  part('[type=button]').textContent = cancel;
  part<HTMLInputElement>('[type=email]').value = email ?? '';
  const form = part<HTMLFormElement>('form');
  const input = part<HTMLInputElement>('[type=password]');
  const error = part('#proof-error');
  // Stops the events here, so that a click in this dialog doesn't count as outside the dialog below.
  for (const kind of ['pointerdown', 'mousedown', 'click', 'focusin', 'keydown', 'input'])
    dialog.addEventListener(kind, (event) => event.stopPropagation());
  document.body.append(dialog);
  dialog.showModal();
  input.focus();

  return new Promise((resolve) => {
    let wasCorrect = false;
    const finish = () => {
      wasCorrect = true;
      dialog.close();
    };
    signal?.addEventListener('abort', finish);
    dialog.addEventListener('close', () => {
      signal?.removeEventListener('abort', finish);
      dialog.remove();
      resolve(wasCorrect);
    });
    part('[type=button]').addEventListener('click', () => dialog.close());
    input.addEventListener('input', () => {
      error.textContent = '';
      input.removeAttribute('aria-invalid');
    });
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const problem = input.value ? await problemWith(input.value) : 'Enter your password';
      if (problem === null) return finish();
      error.textContent = problem;
      input.setAttribute('aria-invalid', 'true');
      input.setAttribute('aria-describedby', 'proof-error');
      input.focus();
    });
  });
}
