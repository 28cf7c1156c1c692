import { createHash } from 'node:crypto';

/** The style of the challenge's pages, in the page itself: it needs no other address than its own. */
export const style = `
  :root { color-scheme: light dark; --ink: #14181f; --soft: #5b6472; --paper: #fff; --ground: #f2f4f7;
    --line: #dfe3e9; --main: #1d4ed8; --on-main: #fff; }
  @media (prefers-color-scheme: dark) { :root { --ink: #eef1f5; --soft: #a3adba; --paper: #1b2029;
    --ground: #11151b; --line: #323a46; --main: #7aa2ff; --on-main: #0c1220; } }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center;
    padding: 1rem; background: var(--ground); color: var(--ink);
    font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
  main { width: 100%; max-width: 26rem; padding: 1.75rem; background: var(--paper);
    border: 1px solid var(--line); border-radius: 1rem; box-shadow: 0 8px 24px rgb(0 0 0 / 6%); }
  .badge { display: inline-block; margin: 0 0 1rem; padding: .15rem .6rem; border: 1px solid var(--line);
    border-radius: 1rem; color: var(--soft); font-size: .8125rem; }
  h1 { margin: 0 0 .5rem; font-size: 1.375rem; line-height: 1.3; }
  p { margin: 0 0 1.25rem; color: var(--soft); overflow-wrap: anywhere; }
  dl { margin: 0 0 1.5rem; border-top: 1px solid var(--line); }
  dl div { display: flex; justify-content: space-between; gap: 1rem; padding: .7rem 0;
    border-bottom: 1px solid var(--line); }
  dt { color: var(--soft); }
  dd { margin: 0; font-weight: 600; text-align: right; overflow-wrap: anywhere; min-width: 0; }
  button, .button { display: block; width: 100%; min-height: 3rem; padding: .7rem .5rem; border-radius: .6rem;
    border: 1px solid var(--line); background: transparent; color: var(--ink); font: inherit;
    font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
  button + button { margin-top: .75rem; }
  .main { border-color: var(--main); background: var(--main); color: var(--on-main); }
  button:focus-visible, .button:focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
`;

/** What a Content-Security-Policy calls the style by. */
export const styleDigest = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
