import { Radio, Skeleton, Stack } from '@mantine/core'
import { type ReactNode } from 'react'
import {
  EmailChoice,
  type EmailSettings,
} from '../../../../../../shared/features/notifications/schemas/email-notification.ts'
import { refusalOf } from '../../../../../api/refusal.ts'
import { FormError } from '../../../../components/form-error.tsx'
import { SettingsSection } from '../../../../components/settings-section.tsx'
import { done } from '../../../../components/toast.tsx'
import { trpc } from '../../../../trpc.ts'
import { Loaded } from '../../../loading/loaded.tsx'

const choices: Record<EmailChoice, { label: string; description: string }> = {
  all: {
    label: 'Every ramp and experiment where I publish',
    description: 'When one stops by itself, waits for someone or can’t be read',
  },
  own: { label: 'My own', description: 'Those I started or resumed, and of flags I own; also when one is complete' },
  none: { label: 'None', description: 'They are in the inbox either way' },
}

export function EmailNotificationsSection(): ReactNode {
  const letters = trpc.account.letters.useQuery()
  return (
    <SettingsSection title="Emails about ramps and experiments" lead="You’re never told what you did yourself.">
      <Loaded
        query={letters}
        what="which emails you get"
        loading={<Skeleton h={120} maw={380} />}
        isEmpty={() => false}
        empty={null}
      >
        {(chosen) => <Choice chosen={chosen} />}
      </Loaded>
    </SettingsSection>
  )
}

function Choice({ chosen }: { chosen: EmailSettings }): ReactNode {
  const utils = trpc.useUtils()
  const choose = trpc.account.chooseLetters.useMutation({
    onSuccess: (now) => {
      utils.account.letters.setData(undefined, now)
      done('Saved.')
    },
  })
  return (
    <Stack gap="sm">
      <Radio.Group
        label="Send me an email about"
        value={choose.isPending ? choose.variables.ramps : chosen.ramps}
        onChange={(value) => choose.mutate({ ramps: EmailChoice.parse(value) })}
      >
        <Stack gap="sm" mt={8}>
          {EmailChoice.options.map((one) => (
            <Radio key={one} value={one} {...choices[one]} />
          ))}
        </Stack>
      </Radio.Group>
      {chosen.sends ? null : <p>This server sends no emails: its operator hasn’t set up a mail server (SMTP_URL).</p>}
      <FormError refusal={choose.error ? refusalOf(choose.error) : null} fields={[]} />
    </Stack>
  )
}
