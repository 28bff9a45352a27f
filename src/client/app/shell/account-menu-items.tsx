import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconBook2, IconCheck, IconLogout, IconUser, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { docsPages } from '../../../shared/docs-pages.ts'
import type { User } from '../../../shared/features/access/schemas/account.ts'
import { useSignOut } from './use-sign-out.ts'

const schemes = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['auto', 'System'],
] as const

export function AccountMenuItems({ user }: { user: User }): ReactNode {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const signOut = useSignOut()
  return (
    <>
      <Menu.Label>
        {user.name}
        <br />
        {user.email}
      </Menu.Label>
      <Menu.Divider />
      <Menu.Label>Theme</Menu.Label>
      {schemes.map(([scheme, label]) => (
        <Menu.Item
          key={scheme}
          onClick={() => setColorScheme(scheme)}
          rightSection={colorScheme === scheme ? <IconCheck size={14} aria-label="selected" /> : null}
        >
          {label}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item component={Link} to="/me/profile" leftSection={<IconUser size={16} />}>
        Your account
      </Menu.Item>
      {user.instanceRole === 'owner' ? (
        <Menu.Item component={Link} to="/org/users" leftSection={<IconUsers size={16} />}>
          Users and audit log
        </Menu.Item>
      ) : null}
      <Menu.Item component="a" href={docsPages.home} target="_blank" leftSection={<IconBook2 size={16} />}>
        Documentation
      </Menu.Item>
      <Menu.Item leftSection={<IconLogout size={16} />} onClick={signOut}>
        Sign out
      </Menu.Item>
    </>
  )
}
