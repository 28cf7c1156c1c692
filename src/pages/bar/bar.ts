import './bar.css';
import { forgetKey, keepKey, keptKey } from './kept-key.ts';

const barHtml = `
<a class="bar-brand" href="/"><img src="/favicon.svg" alt="" width="22" height="22">Switchyard</a>
<nav aria-label="Explorers">
  <a href="/graphiql">GraphQL</a>
  <a href="/docs">REST</a>
</nav>
<form autocomplete="off">
  <label for="api-key">API key</label>
  <input id="api-key" type="password" placeholder="sk_test_…" aria-describedby="api-key-kept"
    autocomplete="off" autocapitalize="off" spellcheck="false">
  <button type="button">Forget</button>
  <label class="bar-choice"><input id="remember" type="checkbox">Remember on this device</label>
  <output id="api-key-kept"></output>
</form>`;

const whereKept = {
  nowhere: 'Enter a key, or use your dashboard sign-in.',
  tab: 'Kept in this tab only.',
  device: 'Kept on this device.',
};

/** Fills the element `bar` above each page: links between the pages, and the input for the API key. */
export function mountBar(): void {
  const bar = document.getElementById('bar')!;
  bar.innerHTML = barHtml;
  bar
    .querySelector(`nav a[href="${window.location.pathname.replace(/\/$/, '')}"]`)
    ?.setAttribute('aria-current', 'page');
  const form = bar.querySelector('form')!;
  const box = form.querySelector<HTMLInputElement>('#api-key')!;
  const remember = form.querySelector<HTMLInputElement>('#remember')!;
  const forget = form.querySelector('button')!;
  const note = form.querySelector('output')!;

  const describe = () => {
    const { apiKey, isRemembered } = keptKey();
    forget.disabled = apiKey === '';
    note.textContent = whereKept[apiKey === '' ? 'nowhere' : isRemembered ? 'device' : 'tab'];
  };
  const show = () => {
    const { apiKey, isRemembered } = keptKey();
    box.value = apiKey;
    remember.checked = isRemembered;
    describe();
  };
  const keep = () => {
    keepKey({ apiKey: box.value.trim(), isRemembered: remember.checked });
    describe();
  };
  show();
  box.addEventListener('input', keep);
  remember.addEventListener('change', keep);
  form.addEventListener('submit', (event) => event.preventDefault());
  forget.addEventListener('click', () => {
    forgetKey();
    show();
    box.focus();
  });
  // Another tab may have remembered or forgotten the key, or this page may come from the history.
  window.addEventListener('storage', show);
  window.addEventListener('pageshow', show);
}
