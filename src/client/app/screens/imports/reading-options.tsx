import { Checkbox, Select } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ImportOptions, ImportSource, Vendor } from '../../../../shared/schemas/import.ts'
import { refusalOf } from '../../../api/refusal.ts'
import { FormError } from '../../components/form-error.tsx'
import { trpc } from '../../trpc.ts'
import classes from './imports.module.css'

type Question = { label: string; choices: readonly { label: string; options: ImportOptions }[] }

const sdk: Question = {
  label: 'SDKs you use',
  choices: [
    { label: 'JavaScript', options: { sdk: 'javascript' } },
    { label: 'Other languages', options: { sdk: 'other' } },
  ],
}

/** What a vendor's files do not say, and answers differ by; the first choice stands where nothing was chosen. */
const questions: Partial<Readonly<Record<Vendor, Question>>> = {
  unleash: sdk,
  growthbook: sdk,
  flagd: {
    label: 'flagd version',
    choices: [
      { label: 'Not chosen', options: {} },
      { label: 'Since April 2026', options: { generation: 'v2' } },
      { label: 'Before April 2026', options: { generation: 'v1' } },
    ],
  },
  posthog: {
    label: 'Evaluated by',
    choices: [
      { label: 'PostHog’s server', options: { evaluator: 'server' } },
      { label: 'SDKs, locally', options: { evaluator: 'local' } },
    ],
  },
  flagsmith: {
    label: 'Evaluated by',
    choices: [
      { label: 'Not chosen', options: {} },
      { label: 'Node.js SDKs', options: { engine: 'node' } },
      { label: 'Flagsmith’s server', options: { engine: 'python' } },
    ],
  },
  featurevisor: {
    label: 'SDK version',
    choices: [
      { label: 'Version 3', options: { major: 3 } },
      { label: 'Version 2', options: { major: 2 } },
    ],
  },
}

const holds = (options: ImportOptions, choice: ImportOptions): boolean =>
  Object.entries(choice).every(([name, value]) => Object.entries(options).some(([n, v]) => n === name && v === value))

/** Asks what the files do not say, and reads them again with the answer. */
export function ReadingOptions({ project, source }: { project: string; source: ImportSource }): ReactNode {
  const { run, vendor } = source
  const utils = trpc.useUtils()
  const reread = trpc.imports.reread.useMutation({ onSuccess: () => utils.imports.invalidate() })
  const question = questions[vendor]
  const archived = (run.summary?.archived ?? 0) > 0 || run.options.archived === true
  if (question === undefined && !archived) return null
  const again = (options: ImportOptions) => reread.mutate({ project, source: source.number, run: run.number, options })
  const chosen = question?.choices.findLastIndex((choice) => holds(run.options, choice.options)) ?? -1
  return (
    <div className={classes['options']}>
      {question === undefined ? null : (
        <Select
          label={question.label}
          size="xs"
          allowDeselect={false}
          disabled={reread.isPending}
          data={question.choices.map(({ label }, at) => ({ value: String(at), label }))}
          value={String(Math.max(0, chosen))}
          onChange={(value) => again({ archived: run.options.archived, ...question.choices[Number(value)]?.options })}
        />
      )}
      {archived ? (
        <Checkbox
          label="Include archived flags"
          size="xs"
          disabled={reread.isPending}
          checked={run.options.archived === true}
          onChange={(event) => again({ ...run.options, archived: event.currentTarget.checked })}
        />
      ) : null}
      <FormError refusal={reread.error ? refusalOf(reread.error) : null} fields={[]} />
    </div>
  )
}
