import { Button, Skeleton, TextInput } from '@mantine/core'
import { startRegistration } from '@simplewebauthn/browser'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { AddPasskeyInput } from '../../../../../../shared/features/access/schemas/passkey.ts'
import { limits } from '../../../../../../shared/limits.ts'
import { refusalOf } from '../../../../../api/refusal.ts'
import { FormError } from '../../../../components/form-error.tsx'
import classes from '../../../../components/settings.module.css'
import { SettingsSection } from '../../../../components/settings-section.tsx'
import { Table } from '../../../../components/table.tsx'
import { TimeText } from '../../../../components/time-text.tsx'
import { done, failed } from '../../../../components/toast.tsx'
import { trpc } from '../../../../trpc.ts'
import { Loaded } from '../../../loading/loaded.tsx'
import { browserName } from './browser-name.ts'

type Options = Parameters<typeof startRegistration>[0]['optionsJSON']

export function PasskeysSection(): ReactNode {
  const passkeys = trpc.passkeys.list.useQuery()
  const utils = trpc.useUtils()
  const remove = trpc.passkeys.remove.useMutation({
    onSuccess: async () => {
      await utils.passkeys.list.invalidate()
      done('This passkey can no longer sign you in. Remove it from your device too.')
    },
    onError: (error) => failed('Couldn’t remove the passkey', refusalOf(error)),
  })
  return (
    <SettingsSection title="Passkeys" lead="Sign in with a fingerprint, face or security key instead of a password.">
      <Loaded
        query={passkeys}
        what="your passkeys"
        loading={<Skeleton h={80} />}
        isEmpty={(list) => list.length === 0}
        empty={<p className={classes['lead']}>No passkeys yet.</p>}
      >
        {(list) => (
          <Table label="Your passkeys" columns={['Name', 'Added', 'Last used']}>
            {list.map(({ id, name, createdAt, lastUsedAt }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td>
                  <TimeText instant={createdAt} />
                </td>
                <td>{lastUsedAt === null ? 'never' : <TimeText instant={lastUsedAt} />}</td>
                <td>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Remove passkey ${name}`}
                    onClick={() => remove.mutate({ id })}
                  >
                    Remove
                  </Button>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Loaded>
      <AddPasskey />
    </SettingsSection>
  )
}

function AddPasskey(): ReactNode {
  const here = browserName(navigator.userAgent)
  const [name, setName] = useState('')
  const utils = trpc.useUtils()
  const options = trpc.passkeys.options.useMutation()
  const send = trpc.passkeys.add.useMutation()
  const add = useMutation({
    mutationFn: async () => {
      const challenge = await options.mutateAsync()
      try {
        // Safe cast: the server creates these options for exactly this function.
        const optionsJSON = challenge.options as unknown as Options
        const response = await startRegistration({ optionsJSON })
        await send.mutateAsync(
          AddPasskeyInput.parse({ challengeId: challenge.challengeId, name: name.trim() || here, response }),
        )
      } catch (error) {
        if (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)) return false
        throw error
      }
      return true
    },
    onSuccess: async (added) => {
      if (!added) return
      setName('')
      await utils.passkeys.list.invalidate()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate()
  }
  return (
    <form onSubmit={submit} noValidate style={{ marginTop: 12 }}>
      <div className={classes['row']}>
        <TextInput
          label="Passkey name"
          placeholder={here}
          maxLength={limits.nameLength}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" loading={add.isPending}>
          Add passkey
        </Button>
      </div>
      {add.data === false ? (
        <p className={classes['lead']} role="status">
          No passkey was created.
        </p>
      ) : null}
      <FormError refusal={add.error ? refusalOf(add.error) : null} fields={[]} />
    </form>
  )
}
