import { Anchor, Button, Skeleton, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { refusalOf } from '../../../../../api/refusal.ts'
import { CopyButton } from '../../../../components/copy-button.tsx'
import { FormError } from '../../../../components/form-error.tsx'
import classes from '../../../../components/settings.module.css'
import { SettingsSection } from '../../../../components/settings-section.tsx'
import { ShownOnce } from '../../../../components/shown-once.tsx'
import { done, failed } from '../../../../components/toast.tsx'
import { trpc } from '../../../../trpc.ts'
import { Loaded } from '../../../loading/loaded.tsx'

/** Sets up two-factor authentication: an authenticator app, with recovery codes for when it is lost. */
export function TwoFactorSection(): ReactNode {
  const state = trpc.account.twoFactor.useQuery()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <SettingsSection
      title="Two-factor sign-in"
      lead="After your password, Fanion asks for a code from an authenticator app on your phone."
    >
      {codes === null ? null : (
        <ShownOnce text={codes.join('\n')} copy="Copy codes">
          Your recovery codes, shown only once. Each one signs you in once if you lose your authenticator app. Keep them
          apart from your password.
        </ShownOnce>
      )}
      <Loaded query={state} what="two-factor sign-in" loading={<Skeleton h={48} />} isEmpty={() => false} empty={null}>
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
    onError: (error) => failed('Couldn’t generate codes', refusalOf(error)),
  })
  const turnOff = trpc.account.turnTwoFactorOff.useMutation({
    onSuccess: async () => {
      onCodes(null)
      await utils.account.twoFactor.invalidate()
      done('Two-factor sign-in is off. You sign in with only your password.')
    },
    onError: (error) => failed('Couldn’t turn off two-factor sign-in', refusalOf(error)),
  })
  return (
    <>
      <p className={classes['lead']}>On. {recoveryCodes} recovery codes left.</p>
      <div className={classes['row']}>
        <Button variant="default" loading={renew.isPending} onClick={() => renew.mutate()}>
          Generate new recovery codes
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
        Enter this secret in the app, or{' '}
        <Anchor href={address} fz="inherit" underline="always">
          open it in an app on this device
        </Anchor>
        . Then enter the code it shows.
      </p>
      <div className={classes['row']}>
        <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        <CopyButton text={secret} label="Copy secret" size="compact-sm" />
      </div>
      <TextInput
        w={200}
        label="Code"
        description="6-digit code"
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
