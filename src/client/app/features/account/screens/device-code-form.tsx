import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { UserCode } from '../../../../../shared/features/access/schemas/device.ts'
import type { Refusal } from '../../../../api/refusal.ts'
import { fieldProblems } from '../../../components/field-problems.ts'
import { FormError } from '../../../components/form-error.tsx'
import { Card } from './card.tsx'

/** Form for the code that a device shows. `refusal` is why the last code failed. */
export function DeviceCodeForm(props: { refusal: Refusal | null; onCode: (code: string) => void }): ReactNode {
  const { refusal, onCode } = props
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const code = UserCode.safeParse(text)
    setProblem(fieldProblems(UserCode, text)[''] ?? null)
    if (code.success) onCode(code.data)
  }
  return (
    <Card
      title="Sign in a command-line tool"
      lead={
        <>
          Running <code>fanion login</code>? Enter the code it shows.
        </>
      }
    >
      <form onSubmit={submit} noValidate>
        <TextInput
          label="Code"
          placeholder="WDJB-MJHT"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={problem}
        />
        <FormError refusal={problem === null ? refusal : null} fields={[]} />
        <Button type="submit">Continue</Button>
      </form>
    </Card>
  )
}
