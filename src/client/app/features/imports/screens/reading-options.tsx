import { Checkbox, Select } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ImportOptions, ImportSource, Vendor } from '../../../../../shared/features/imports/schemas/import.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { FormError } from '../../../components/form-error.tsx'
import { trpc } from '../../../trpc.ts'
import classes from './imports.module.css'

type Question = { label: string; choices: readonly { label: string; options: ImportOptions }[] }

const sdk = {
  label: 'SDKs you use',
  choices: [
    { label: 'JavaScript', options: { sdk: 'javascript' } },
    { label: 'Other languages', options: { sdk: 'other' } },
  ],
} as const satisfies Question

const notChosen: Question['choices'][number] = { label: 'Not chosen', options: {} }

/** Settings that affect evaluation but are missing in a vendor’s files. The first choice is the default. */
const questions: Partial<Readonly<Record<Vendor, readonly Question[]>>> = {
  unleash: [sdk],
  growthbook: [sdk],
  flagd: [
    {
      label: 'flagd version',
      choices: [
        notChosen,
        { label: 'Since April 2026', options: { generation: 'v2' } },
        { label: 'Before April 2026', options: { generation: 'v1' } },
      ],
    },
    { ...sdk, choices: [notChosen, ...sdk.choices] },
  ],
  posthog: [
    {
      label: 'Evaluated by',
      choices: [
        { label: 'PostHog’s server', options: { evaluator: 'server' } },
        { label: 'SDKs, locally', options: { evaluator: 'local' } },
      ],
    },
  ],
  flagsmith: [
    {
      label: 'Evaluated by',
      choices: [
        notChosen,
        { label: 'Node.js SDKs', options: { engine: 'node' } },
        { label: 'Flagsmith’s server', options: { engine: 'python' } },
      ],
    },
  ],
  featurevisor: [
    {
      label: 'SDK version',
      choices: [
        { label: 'Version 3', options: { major: 3 } },
        { label: 'Version 2', options: { major: 2 } },
      ],
    },
  ],
}

const holds = (options: ImportOptions, choice: ImportOptions): boolean =>
  Object.entries(choice).every(([name, value]) => Object.entries(options).some(([n, v]) => n === name && v === value))

const chosenOf = ({ choices }: Question, options: ImportOptions): number =>
  Math.max(
    0,
    choices.findLastIndex((choice) => holds(options, choice.options)),
  )

/** Removes the options that a question’s choices set. */
const without = ({ choices }: Question, options: ImportOptions): ImportOptions => {
  const decided = new Set(choices.flatMap((choice) => Object.keys(choice.options)))
  return Object.fromEntries(Object.entries(options).filter(([name]) => !decided.has(name)))
}

/** Asks for settings that the files lack, and reads the files again with the answers. */
export function ReadingOptions({ project, source }: { project: string; source: ImportSource }): ReactNode {
  const { run, vendor } = source
  const utils = trpc.useUtils()
  const reread = trpc.imports.reread.useMutation({ onSuccess: () => utils.imports.invalidate() })
  const asked = questions[vendor] ?? []
  const archived = (run.summary?.archived ?? 0) > 0 || run.options.archived === true
  if (asked.length === 0 && !archived) return null
  const again = (options: ImportOptions) => reread.mutate({ project, source: source.number, run: run.number, options })
  return (
    <div className={classes['options']}>
      {asked.map((question) => (
        <Select
          key={question.label}
          label={question.label}
          size="xs"
          allowDeselect={false}
          disabled={reread.isPending}
          data={question.choices.map(({ label }, at) => ({ value: String(at), label }))}
          value={String(chosenOf(question, run.options))}
          onChange={(value) =>
            again({ ...without(question, run.options), ...question.choices[Number(value)]?.options })
          }
        />
      ))}
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
