import { Anchor, Button, Skeleton, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { refusalOf } from '../../../api/refusal.ts'
import { trpc } from '../../trpc.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import classes from '../../ui/settings.module.css'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { done, failed } from '../../ui/toast.tsx'

/** The second factor: a code of an authenticator app, and recovery codes for when the app is gone. */
export function TwoFactorSection(): ReactNode {
  const state = trpc.account.twoFactor.useQuery()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <SettingsSection
      title="Two-factor sign-in"
      lead="After the password, Fanion asks for a code of an authenticator app on your phone."
    >
      {codes === null ? null : (
        <ShownOnce text={codes.join('\n')} copy="Copy codes">
          Your recovery codes, shown this once. Each signs you in one time when the app is gone. Keep them where your
          password is not.
        </ShownOnce>
      )}
      <Loaded query={state} what="Two-factor sign-in" loading={<Skeleton h={48} />} isEmpty={() => false} empty={null}>
        {({ on, recoveryCodes }) =>
          on ? <On recoveryCodes={recoveryCodes} onCodes={setCodes} /> : <SetUp onCodes={setCodes} />
        }
      </Loaded>
    </SettingsSection>
  )
}

function On({ recoveryCodes, onCodes }: { recoveryCodes: number; onCodes: (codes: string[] | null) => void }) {
  const utils = trpc.useUtils()
  const renew = trpc.account.renewRecoveryCodes.useMutation({
    onSuccess: async (answer) => {
      onCodes(answer.recoveryCodes)
      await utils.account.twoFactor.invalidate()
    },
    onError: (error) => failed('No codes were made', refusalOf(error)),
  })
  const turnOff = trpc.account.turnTwoFactorOff.useMutation({
    onSuccess: async () => {
      onCodes(null)
      await utils.account.twoFactor.invalidate()
      done('Two-factor sign-in is off. The password alone signs you in.')
    },
    onError: (error) => failed('Two-factor sign-in is still on', refusalOf(error)),
  })
  return (
    <>
      <p className={classes['lead']}>It is on. {recoveryCodes} recovery codes are left.</p>
      <div className={classes['row']}>
        <Button variant="default" loading={renew.isPending} onClick={() => renew.mutate()}>
          Make new recovery codes
        </Button>
        <Button variant="default" loading={turnOff.isPending} onClick={() => turnOff.mutate()}>
          Turn off
        </Button>
      </div>
    </>
  )
}

function SetUp({ onCodes }: { onCodes: (codes: string[]) => void }): ReactNode {
  const [code, setCode] = useState('')
  const utils = trpc.useUtils()
  const begin = trpc.account.beginTwoFactor.useMutation()
  const confirm = trpc.account.confirmTwoFactor.useMutation({
    onSuccess: async ({ recoveryCodes }) => {
      onCodes(recoveryCodes)
      await utils.account.twoFactor.invalidate()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate({ code: code.trim() })
  }
  if (begin.data === undefined) {
    return (
      <>
        <FormError refusal={begin.error ? refusalOf(begin.error) : null} fields={[]} />
        <Button loading={begin.isPending} onClick={() => begin.mutate()}>
          Set up
        </Button>
      </>
    )
  }
  const { secret, address } = begin.data
  return (
    <form onSubmit={submit} noValidate className={classes['form']}>
      <p className={classes['lead']}>
        Type this secret into the app, or{' '}
        <Anchor href={address} fz="inherit" underline="always">
          open it in an app on this device
        </Anchor>
        . Then give the code it shows.
      </p>
      <div className={classes['row']}>
        <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        <CopyButton text={secret} label="Copy secret" size="compact-sm" />
      </div>
      <TextInput
        w={200}
        label="Code"
        description="Six digits"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <FormError refusal={confirm.error ? refusalOf(confirm.error) : null} fields={[]} />
      <Button type="submit" loading={confirm.isPending} disabled={code.trim().length < 6}>
        Turn on
      </Button>
    </form>
  )
}
