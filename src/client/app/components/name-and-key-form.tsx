import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { z } from 'zod'
import type { Refusal } from '../../api/refusal.ts'
import { FormError } from './form-error.tsx'
import classes from './name-and-key.module.css'
import { NameAndKey, type NameAndKeyValue } from './name-and-key.tsx'
import { useProblems } from './use-problems.ts'

/** Form that creates an item with a name and a key. Further fields are `children`. */
export function NameAndKeyForm(props: {
  /** Validates `name` and `key` before submitting. */
  schema: z.ZodType
  placeholder: string
  maxKeyLength: number
  submit: ReactNode
  pending: boolean
  refusal: Refusal | null
  onSubmit: (value: NameAndKeyValue) => void
  begins?: NameAndKeyValue
  children?: ReactNode
}): ReactNode {
  const { schema, placeholder, maxKeyLength, submit, pending, refusal, onSubmit, begins, children } = props
  const [value, setValue] = useState<NameAndKeyValue>(begins ?? { name: '', key: '' })
  const problems = useProblems(refusal)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (problems.fits(schema, value)) onSubmit(value)
  }
  const taken = refusal?.code.endsWith('/key-taken') ? refusal.sentence : null
  const nameError = problems.at('name')
  // Without a name, the key is empty as well: one message is enough.
  const keyError = nameError === null ? (taken ?? problems.at('key')) : null
  return (
    <form onSubmit={send} noValidate className={classes['form']}>
      <NameAndKey
        value={value}
        onChange={setValue}
        placeholder={placeholder}
        maxKeyLength={maxKeyLength}
        nameError={nameError ?? undefined}
        keyError={keyError ?? undefined}
      />
      {children}
      {taken ? null : <FormError refusal={refusal} fields={['name', 'key']} />}
      <div>
        <Button type="submit" loading={pending}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
