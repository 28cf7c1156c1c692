/** Switches Swagger UI's dark mode on while the system prefers it. */
export function followColorScheme(): void {
  const prefersDark = window.matchMedia('(prefers-color-scheme: dark)');
  const follow = () => document.documentElement.classList.toggle('dark-mode', prefersDark.matches);
  follow();
  prefersDark.addEventListener('change', follow);
}
