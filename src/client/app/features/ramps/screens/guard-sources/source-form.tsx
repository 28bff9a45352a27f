import { Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type GuardSource, SaveGuardSourceInput } from '../../../../../../shared/features/ramps/schemas/guard.ts'
import type { Refusal } from '../../../../../api/refusal.ts'
import { FormError } from '../../../../components/form-error.tsx'
import { useProblems } from '../../../../components/use-problems.ts'
import classes from './sources.module.css'

export type SourceSettings = Pick<GuardSource, 'key' | 'kind' | 'url'> & {
  readonly secret?: string
  /** What was there when the form was opened. */
  readonly version?: string | undefined
}

// Example URLs are not translated.
const exampleUrl = { prometheus: 'https://prometheus.example.com', verdict: 'https://deploy.example.com/verdict' }

/** Edits a guard source’s URL and kind. An empty secret keeps the current one, unless the URL changes. */
export function SourceForm(props: {
  project: string
  /** Null for a new source. */
  source: GuardSource | null
  pending: boolean
  refusal: Refusal | null
  onSubmit: (settings: SourceSettings) => void
  onCancel: () => void
}): ReactNode {
  const { project, source, pending, refusal, onSubmit, onCancel } = props
  const [value, setValue] = useState({
    key: source?.key ?? '',
    kind: source?.kind ?? ('prometheus' as const),
    url: source?.url ?? '',
    secret: '',
  })
  const [version] = useState(source?.version)
  const problems = useProblems(refusal)
  const isPrometheus = value.kind === 'prometheus'
  const send = (event: FormEvent) => {
    event.preventDefault()
    const { secret, ...rest } = value
    const settings = { ...rest, ...(secret !== '' && { secret }), version }
    if (problems.fits(SaveGuardSourceInput, { project, ...settings })) onSubmit(settings)
  }
  const moved = source !== null && source.hasSecret && value.url !== source.url
  return (
    <form onSubmit={send} noValidate className={classes['form']}>
      <NativeSelect
        label="Type"
        value={value.kind}
        disabled={source !== null}
        onChange={({ currentTarget }) =>
          setValue({ ...value, kind: currentTarget.value === 'verdict' ? 'verdict' : 'prometheus' })
        }
        data={[
          { value: 'prometheus', label: 'Prometheus' },
          { value: 'verdict', label: 'Verdict of your own service' },
        ]}
      />
      <TextInput
        label="Key"
        description="What guards call it"
        placeholder="prometheus"
        autoComplete="off"
        disabled={source !== null}
        value={value.key}
        onChange={({ currentTarget }) => setValue({ ...value, key: currentTarget.value.trim() })}
        error={problems.at('key')}
      />
      <TextInput
        label="URL"
        type="url"
        description={
          isPrometheus ? 'Queries go to /api/v1/query under it' : 'Receives a signed POST and answers go, wait, or stop'
        }
        placeholder={exampleUrl[value.kind]}
        autoComplete="off"
        value={value.url}
        onChange={({ currentTarget }) => setValue({ ...value, url: currentTarget.value.trim() })}
        error={problems.at('url')}
      />
      {isPrometheus || source === null ? (
        <PasswordInput
          label={isPrometheus ? 'Bearer token' : 'Secret'}
          description={
            moved
              ? 'The URL changes, so enter it again. It’s only sent to the URL it was entered for.'
              : source?.hasSecret
                ? 'Leave empty to keep the one that’s saved'
                : isPrometheus
                  ? 'Optional'
                  : 'Optional. You can also create one after saving.'
          }
          autoComplete="off"
          value={value.secret}
          onChange={({ currentTarget }) => setValue({ ...value, secret: currentTarget.value })}
          error={problems.at('secret')}
        />
      ) : null}
      <FormError refusal={refusal} fields={['key', 'url', 'secret']} />
      <div className={classes['acts']}>
        <Button type="submit" loading={pending}>
          {source === null ? 'Add source' : 'Save'}
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
