import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { problemAt, type Refusal } from '../../api/refusal.ts'
import { fieldProblems } from './field-problems.ts'
import { FormError } from './form-error.tsx'
import classes from './name-and-key.module.css'
import { NameAndKey, type NameAndKeyValue } from './name-and-key.tsx'

/** The form that creates something with a name and a key. What else it asks stands between as children. */
export function NameAndKeyForm(props: {
  /** Checks `name` and `key` before anything is sent. */
  schema: z.ZodType
  placeholder: string
  maxKeyLength: number
  submit: ReactNode
  pending: boolean
  refusal: Refusal | null
  onSubmit: (value: NameAndKeyValue) => void
  children?: ReactNode
}): ReactNode {
  const { schema, placeholder, maxKeyLength, submit, pending, refusal, onSubmit, children } = props
  const [value, setValue] = useState<NameAndKeyValue>({ name: '', key: '' })
  const [problems, setProblems] = useState<Record<string, string>>({})
  const send = (event: FormEvent) => {
    event.preventDefault()
    const found = fieldProblems(schema, value)
    setProblems(found)
    if (Object.keys(found).length === 0) onSubmit(value)
  }
  const taken = refusal?.code.endsWith('/key-taken') ? refusal.sentence : null
  const keyError = problems['key'] ?? taken ?? (refusal && problemAt(refusal, 'key'))
  return (
    <form onSubmit={send} noValidate className={classes['form']}>
      <NameAndKey
        value={value}
        onChange={setValue}
        placeholder={placeholder}
        maxKeyLength={maxKeyLength}
        nameError={problems['name'] ?? (refusal ? (problemAt(refusal, 'name') ?? undefined) : undefined)}
        keyError={problems['name'] ? undefined : (keyError ?? undefined)}
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
