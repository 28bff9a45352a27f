import { Button, Radio, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Change, ChangeClash } from '../../../../../shared/features/changes/schemas/change.ts'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { limits } from '../../../../../shared/limits.ts'
import { clashTitle, sideText } from '../../../../../shared/text/diff/clash.ts'
import { FormError } from '../../../components/form-error.tsx'
import { ActButton } from './act-button.tsx'
import classes from './change-screen.module.css'
import { useAct } from './use-act.ts'

const idOf = ({ environment, kind, key, path }: ChangeClash): string => `${environment}/${kind}/${key}/${path}`

/**
 * Resolves conflicts with revisions published since the change was written. Each field that both sides changed needs a
 * choice; the rest merges automatically.
 */
export function ClashChoices(props: {
  project: string
  change: Change
  environments: readonly Environment[]
}): ReactNode {
  const { project, change, environments } = props
  const { act, busy, refusal, calls } = useAct(project, change.number)
  const [taken, setTaken] = useState<Readonly<Record<string, 'theirs' | 'yours'>>>({})
  const open = change.clashes.filter((clash) => taken[idOf(clash)] === undefined)
  const choices = change.clashes.flatMap((clash) => {
    const { environment, kind, key, path } = clash
    const take = taken[idOf(clash)]
    return take === undefined ? [] : [{ environment, kind, key, path, take }]
  })
  const [title, setTitle] = useState(change.title)
  const all = (take: 'theirs' | 'yours') =>
    setTaken(Object.fromEntries(change.clashes.map((clash) => [idOf(clash), take])))
  const rebase = {
    label: 'Update to latest',
    reason: change.can.rebase ?? (open.length > 0 ? `${open.length} left to resolve.` : null),
    run: () =>
      act(
        'rebase',
        () =>
          calls.rebase({
            ...{ project, change: change.number, version: change.version, choices },
            // The server updates a generated title. A title that someone wrote is changed only by the user.
            ...(title.trim() !== '' && title.trim() !== change.title && { title: title.trim() }),
          }),
        'The change now includes what was published',
      ),
  }
  return (
    <section aria-labelledby="conflict" className={classes['conflict']}>
      <h3 id="conflict" className={classes['heading']}>
        Conflicts
      </h3>
      <p className={classes['line']}>{change.conflict}</p>
      <p className={classes['hint']}>
        {change.clashes.length === 0
          ? 'No field was changed on both sides, so this change merges cleanly. Earlier approvals no longer count.'
          : 'Fields changed on only one side are merged automatically. Earlier approvals no longer count.'}
      </p>
      {change.clashes.map((clash) => (
        <Clash
          key={idOf(clash)}
          clash={clash}
          change={change}
          environment={environments.find((one) => one.key === clash.environment)}
          taken={taken[idOf(clash)] ?? null}
          disabled={change.can.rebase !== null}
          onTake={(take) => setTaken((old) => ({ ...old, [idOf(clash)]: take }))}
        />
      ))}
      {change.clashes.length < 2 ? null : (
        <div className={classes['actions']}>
          <Button variant="default" onClick={() => all('theirs')}>
            Keep all as published
          </Button>
          <Button variant="default" onClick={() => all('yours')}>
            Keep all from this change
          </Button>
        </div>
      )}
      {change.can.rebase === null ? (
        <TextInput
          label="Title"
          description="Say what the change does after the update."
          maxLength={limits.nameLength}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
      ) : null}
      <FormError refusal={refusal} fields={[]} />
      <ActButton step={rebase} busy={busy === 'rebase'} primary />
    </section>
  )
}

function Clash(props: {
  clash: ChangeClash
  change: Change
  environment: Environment | undefined
  taken: 'theirs' | 'yours' | null
  disabled: boolean
  onTake: (take: 'theirs' | 'yours') => void
}): ReactNode {
  const { clash, change, environment, taken, disabled, onTake } = props
  const entry = change.entries.find((one) => one.environment === clash.environment && one.key === clash.key)
  const document = entry?.document
  const ruleIds = document && 'rules' in document ? document.rules.map((rule) => rule.id) : []
  return (
    <Radio.Group
      label={`${clash.key} in ${environment?.name ?? clash.environment}: ${clashTitle(clash, ruleIds)}`}
      description={`Before: ${sideText(clash.path, clash.base, ruleIds)}`}
      value={taken}
      readOnly={disabled}
      onChange={(value) => onTake(value === 'yours' ? 'yours' : 'theirs')}
      className={classes['clash']}
    >
      <div className={classes['sides']}>
        <Radio
          value="theirs"
          label={<Side who="Published version" what={sideText(clash.path, clash.theirs, ruleIds)} />}
        />
        <Radio value="yours" label={<Side who="This change" what={sideText(clash.path, clash.yours, ruleIds)} />} />
      </div>
    </Radio.Group>
  )
}

function Side({ who, what }: { who: string; what: string }): ReactNode {
  return (
    <>
      <span className={classes['hint']}>{who}</span> {what}
    </>
  )
}
