import {
  ActionIcon,
  AppShell,
  Box,
  Burger,
  Button,
  Group,
  Kbd,
  NavLink,
  ScrollArea,
  Text,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { shortcutKey } from '../data/locale.ts';
import { useSession } from '../session/session.tsx';
import { MoonIcon, SearchIcon, SunIcon } from '../show/icons.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Bell } from './bell.tsx';
import { DatabaseBar } from './database-bar.tsx';
import { useKeyboard } from './keyboard.ts';
import { navigation } from './navigation.ts';
import { Shortcuts } from './shortcuts.tsx';
import { openSpotlight, Spotlights } from './spotlights.tsx';
import { TestClockBar } from './test-clock-bar.tsx';
import { useColorsSwitch } from './theme.ts';

/** The frame of every page: navigation, merchant account and person. */
export function Shell({ children }: { children: ReactNode }) {
  const [isOpen, { close, toggle }] = useDisclosure(false);
  const [location] = useLocation();
  const session = useSession();
  const [isHelping, { close: closeHelp, open: openHelp }] = useDisclosure(false);
  useKeyboard(openHelp);
  useEffect(() => {
    void location;
    close();
    window.scrollTo(0, 0);
  }, [location, close]);
  const offered = navigation.filter(({ needs }) => needs.length === 0 || needs.some(session.can));
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 210, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <a className="skip" href="#page">
        Skip to content
      </a>
      <AppShell.Header {...(session.isTest ? { 'data-test-mode': true } : {})}>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="xs">
          <Group gap="xs" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? 'Close the navigation' : 'Open the navigation'}
            />
            <Box component="img" src="/favicon.svg" alt="" w={26} h={26} visibleFrom="sm" />
            <Text fw={650} visibleFrom="sm">
              Switchyard
            </Text>
            {session.isTest && <span className="test-mode">Test mode</span>}
          </Group>
          <Group gap="xs" wrap="nowrap">
            <Button
              variant="default"
              size="xs"
              onClick={openSpotlight}
              leftSection={<SearchIcon size={14} />}
              visibleFrom="sm"
            >
              Find…{' '}
              <Kbd ml={8} size="xs">
                {shortcutKey} K
              </Kbd>
            </Button>
            <ActionIcon
              variant="default"
              size="lg"
              onClick={openSpotlight}
              hiddenFrom="sm"
              aria-label="Find…"
              title="Find…"
            >
              <SearchIcon size={16} />
            </ActionIcon>
            <Bell />
            <ColorSchemeButton />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs">
        <ScrollArea>
          <nav aria-label="Pages">
            {offered.map(({ icon: Icon, label, path }) => {
              const isHere =
                path === '/' ? ['/', '/dashboard'].includes(location) : location.startsWith(path);
              return (
                <NavLink
                  key={path}
                  component={Link}
                  href={path}
                  label={label}
                  leftSection={<Icon />}
                  active={isHere}
                  aria-current={isHere ? 'page' : undefined}
                  variant="filled"
                />
              );
            })}
          </nav>
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="page" tabIndex={-1}>
        <DatabaseBar />
        <TestClockBar />
        {children}
      </AppShell.Main>
      <Spotlights />
      {isHelping && <Shortcuts onClose={closeHelp} />}
    </AppShell>
  );
}

/** On phones it is in the account menu. */
function ColorSchemeButton() {
  const { change, isDark, label } = useColorsSwitch();
  return (
    <ActionIcon
      variant="default"
      size="lg"
      onClick={change}
      visibleFrom="sm"
      aria-label={label}
      title={label}
    >
      {isDark ? <SunIcon /> : <MoonIcon />}
    </ActionIcon>
  );
}
