import { Button, Menu, NativeSelect } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { InstanceRole, type ListedUser } from '../../../../../shared/features/access/schemas/account.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { TimeText } from '../../../components/time-text.tsx'
import { done } from '../../../components/toast.tsx'
import { trpc } from '../../../trpc.ts'
import classes from './users.module.css'

/** One account: its instance role, whether it is disabled, and a link to regain access. */
export function UserRow(props: {
  user: ListedUser
  /** Whether this is the user’s own account. */
  own: boolean
  onLink: (made: { email: string; link: string }) => void
}): ReactNode {
  const { user, own, onLink } = props
  const utils = trpc.useUtils()
  const refresh = () => utils.users.list.invalidate()
  const userId = user.id
  const setRole = trpc.users.setRole.useMutation({ onSuccess: refresh })
  const setDisabled = trpc.users.setDisabled.useMutation({ onSuccess: refresh })
  const makeLink = trpc.users.makeResetLink.useMutation({
    onSuccess: ({ link }) => onLink({ email: user.email, link }),
  })
  const resetTwoFactor = trpc.users.resetTwoFactor.useMutation({
    onSuccess: async () => {
      await refresh()
      done(`${user.name} now signs in with only a password.`)
    },
  })
  const unlinkSignIn = trpc.users.unlinkSignIn.useMutation({
    onSuccess: async () => {
      await refresh()
      done(`${user.name} is signed out and no longer linked to single sign-on.`)
    },
  })
  const acts = [setRole, setDisabled, makeLink, resetTwoFactor, unlinkSignIn]
  const busy = acts.some(({ isPending }) => isPending)
  const error = acts.find((act) => act.error)?.error
  const begin = () => {
    for (const act of acts) act.reset()
  }
  const disabled = user.disabledAt !== null
  const disable = (wanted: boolean) => {
    begin()
    setDisabled.mutate(
      { userId, disabled: wanted },
      {
        onSuccess: () =>
          done(
            wanted
              ? `${user.name} is signed out and can’t sign in. Their API tokens are revoked.`
              : `${user.name} can sign in again.`,
            {
              undo: () => setDisabled.mutate({ userId, disabled: !wanted }),
            },
          ),
      },
    )
  }
  return (
    <tr aria-busy={busy} data-faded={disabled || undefined}>
      <th scope="row">
        <div className={classes['person']}>
          <span>
            {user.name}
            {own ? ' (you)' : ''}
          </span>
          <small>{user.email}</small>
        </div>
        {error ? (
          <p className={classes['problem']} role="alert">
            {refusalOf(error).sentence}
          </p>
        ) : null}
      </th>
      <td>
        <NativeSelect
          aria-label={`Role for ${user.name}`}
          w={110}
          data={[...InstanceRole.options]}
          value={user.instanceRole}
          disabled={busy}
          onChange={(event) => {
            begin()
            setRole.mutate({ userId, role: InstanceRole.parse(event.currentTarget.value) })
          }}
        />
      </td>
      <td>{user.projects}</td>
      <td>
        {[user.hasPassword && 'password', user.twoFactor && 'two-factor', user.singleSignOn && 'single sign-on']
          .filter(Boolean)
          .join(', ') || 'no password'}
      </td>
      <td>{user.lastSeenAt === null ? 'never' : <TimeText instant={user.lastSeenAt} />}</td>
      <td>
        <div className={classes['acts']}>
          <Button
            size="compact-sm"
            variant="default"
            disabled={busy}
            aria-label={`${disabled ? 'Enable' : 'Disable'} ${user.name}`}
            onClick={() => disable(!disabled)}
          >
            {disabled ? 'Enable' : 'Disable'}
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button size="compact-sm" variant="default" disabled={busy} aria-label={`More actions for ${user.name}`}>
                <IconDots size={14} aria-hidden />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                onClick={() => {
                  begin()
                  makeLink.mutate({ userId })
                }}
              >
                Create password reset link
              </Menu.Item>
              {user.twoFactor ? (
                <Menu.Item
                  onClick={() => {
                    begin()
                    resetTwoFactor.mutate({ userId })
                  }}
                >
                  Turn off two-factor sign-in
                </Menu.Item>
              ) : null}
              {user.singleSignOn ? (
                <Menu.Item
                  onClick={() => {
                    begin()
                    unlinkSignIn.mutate({ userId })
                  }}
                >
                  Remove single sign-on link
                </Menu.Item>
              ) : null}
            </Menu.Dropdown>
          </Menu>
        </div>
      </td>
    </tr>
  )
}
