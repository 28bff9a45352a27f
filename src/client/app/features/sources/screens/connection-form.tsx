import { Button, NativeSelect, NumberInput, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { SaveSourceInput, type Source } from '../../../../../shared/features/sources/schemas/source.ts'
import { type Refusal, refusalOf } from '../../../../api/refusal.ts'
import { CodeBlock } from '../../../components/code-block.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { FormError } from '../../../components/form-error.tsx'
import { numberMarks } from '../../../components/number-marks.ts'
import { useProblems } from '../../../components/use-problems.ts'
import { trpc } from '../../../trpc.ts'
import { kindNames } from './fact-words.ts'
import classes from './facts.module.css'

const ports = { postgresql: 5432, clickhouse: 8123 } as const

/** Edits the connection to a warehouse. An empty password keeps the current one, unless the connection changes. */
export function ConnectionForm(props: {
  project: string
  /** Null for a new warehouse. */
  source: Source | null
  onSaved: (source: Source) => void
  onCancel: () => void
}): ReactNode {
  const { project, source, onSaved, onCancel } = props
  const environments = trpc.environments.list.useQuery({ project }).data ?? []
  const utils = trpc.useUtils()
  const [value, setValue] = useState({
    ...{
      key: source?.key ?? '',
      environment: source?.environment ?? '',
      kind: source?.kind ?? ('postgresql' as const),
    },
    ...{ host: source?.host ?? '', port: source?.port ?? ports.postgresql, database: source?.database ?? '' },
    ...{ user: source?.user ?? '', tls: source?.tls ?? ('verify' as const), password: '' },
    ...{ rows: source?.budget.rows ?? 10_000_000, minutes: source?.budget.minutes ?? 60 },
  })
  // what was there when the form was opened: the source behind it may be read again
  const [version] = useState(source?.version)
  const set = (more: Partial<typeof value>) => setValue({ ...value, ...more })
  const save = trpc.sources.save.useMutation({
    onSuccess: async (saved) => {
      onSaved(saved)
      await utils.sources.invalidate()
    },
  })
  const refusal = save.error ? refusalOf(save.error) : null
  const problems = useProblems(refusal)
  const environment = value.environment || (environments.at(-1)?.key ?? '')
  const moved =
    source !== null &&
    (['host', 'port', 'database', 'user', 'tls'] as const).some((name) => source[name] !== value[name])
  const send = (event: FormEvent) => {
    event.preventDefault()
    const { password, rows, minutes, ...rest } = value
    const budget = { rows, minutes }
    const input = { project, ...rest, environment, budget, ...(password !== '' && { password }), version }
    if (problems.fits(SaveSourceInput, input)) save.mutate(input)
  }
  return (
    <form onSubmit={send} noValidate className={classes['form']}>
      <div className={classes['row']}>
        <TextInput
          label="Key"
          placeholder="shop"
          autoComplete="off"
          autoFocus={source === null}
          disabled={source !== null}
          value={value.key}
          onChange={({ currentTarget }) => set({ key: currentTarget.value.trim() })}
          error={problems.at('key')}
        />
        <NativeSelect
          label="Environment"
          disabled={source !== null}
          value={environment}
          onChange={({ currentTarget }) => set({ environment: currentTarget.value })}
          data={environments.map(({ key, name }) => ({ value: key, label: name }))}
          error={problems.at('environment')}
        />
      </div>
      <div className={classes['row']}>
        <NativeSelect
          label="Type"
          disabled={source !== null}
          value={value.kind}
          onChange={({ currentTarget }) => {
            const kind = currentTarget.value === 'clickhouse' ? 'clickhouse' : 'postgresql'
            set({ kind, port: ports[kind] })
          }}
          data={offered.map((kind) => ({ value: kind, label: kindNames[kind] }))}
        />
        <NativeSelect
          label="Encryption"
          value={value.tls}
          onChange={({ currentTarget }) =>
            set({ tls: (['encrypt', 'off'] as const).find((one) => one === currentTarget.value) ?? 'verify' })
          }
          data={[
            { value: 'verify', label: 'Encrypted, certificate verified' },
            { value: 'encrypt', label: 'Encrypted, any certificate' },
            { value: 'off', label: 'Not encrypted' },
          ]}
        />
      </div>
      <div className={classes['row']}>
        <TextInput
          label="Host"
          autoFocus={source !== null}
          placeholder="db.example.com"
          autoComplete="off"
          spellCheck={false}
          value={value.host}
          onChange={({ currentTarget }) => set({ host: currentTarget.value.trim() })}
          error={problems.at('host')}
        />
        <NumberInput
          label="Port"
          min={1}
          max={65_535}
          allowDecimal={false}
          value={value.port}
          onChange={(port) => set({ port: Number(port) })}
          error={problems.at('port')}
        />
      </div>
      <div className={classes['row']}>
        <TextInput
          label="Database"
          autoComplete="off"
          spellCheck={false}
          value={value.database}
          onChange={({ currentTarget }) => set({ database: currentTarget.value })}
          error={problems.at('database')}
        />
        <TextInput
          label="User"
          placeholder="fanion_reader"
          autoComplete="off"
          spellCheck={false}
          value={value.user}
          onChange={({ currentTarget }) => set({ user: currentTarget.value })}
          error={problems.at('user')}
        />
      </div>
      <PasswordInput
        label="Password"
        description={
          source === null
            ? 'Encrypted at rest, and shown nowhere'
            : moved
              ? 'The connection changes, so enter it again. It’s only sent where it was entered for.'
              : 'Leave empty to keep the one that’s saved'
        }
        autoComplete="new-password"
        value={value.password}
        onChange={({ currentTarget }) => set({ password: currentTarget.value })}
        error={problems.at('password')}
      />
      <div className={classes['row']}>
        <NumberInput
          label="Rows a day at most"
          min={1}
          allowDecimal={false}
          {...numberMarks}
          value={value.rows}
          onChange={(rows) => set({ rows: Number(rows) })}
          error={problems.at('budget')}
        />
        <NumberInput
          label="Minutes of queries a day at most"
          min={1}
          max={1_440}
          allowDecimal={false}
          value={value.minutes}
          onChange={(minutes) => set({ minutes: Number(minutes) })}
        />
      </div>
      <FormError refusal={refusal} fields={['key', 'environment', 'host', 'port', 'database', 'user', 'password']} />
      {refusal?.code === 'source/may-write' ? <WritableRoleWarning refusal={refusal} /> : null}
      <div className={classes['acts']}>
        <Button type="submit" loading={save.isPending}>
          {source === null ? 'Check and add' : 'Check and save'}
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** Warns that the database role can write, and shows the SQL for a read-only role. */
function WritableRoleWarning({ refusal }: { refusal: Refusal }): ReactNode {
  // The message ends with the SQL, for clients that show only the message.
  const [sentence] = refusal.sentence.split('\n', 1)
  const { statements } = refusal.details
  const code = Array.isArray(statements) ? statements.join('\n') : ''
  return (
    <div role="alert">
      <p>{sentence}</p>
      <CodeBlock label="SQL" code={code} actions={<CopyButton text={code} label="Copy code" />} />
    </div>
  )
}

const offered = ['postgresql', 'clickhouse'] as const
