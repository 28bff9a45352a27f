import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { allows, type Role } from '../../../../../shared/permissions.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import classes from '../../../components/settings.module.css'
import { SettingsSection } from '../../../components/settings-section.tsx'
import { TypedConfirm } from '../../../components/typed-confirm.tsx'
import { trpc } from '../../../trpc.ts'
import { PermissionNotice } from '../../session/permission-notice.tsx'

/** Deletes everything measured about one user, in all environments of the project. */
export function ForgetUser({ project, role }: { project: string; role: Role | undefined }): ReactNode {
  const [unit, setUnit] = useState('')
  const [asking, setAsking] = useState(false)
  const [said, setSaid] = useState('')
  const forget = trpc.units.forget.useMutation({
    onSuccess: ({ events, exposures }) => {
      setAsking(false)
      setUnit('')
      setSaid(`Deleted ${counted(events, 'event')} and ${counted(exposures, 'exposure')}.`)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (unit !== '') setAsking(true)
  }
  return (
    <SettingsSection
      title="Forget a person"
      lead="Deletes the events and exposures of one user in every environment. The audit log says that it was done, without their key."
    >
      <PermissionNotice project={project} permission="unit.forget" />
      <form onSubmit={submit} className={classes['row']}>
        <TextInput
          label="Targeting key or attribute value"
          placeholder="user-42"
          autoComplete="off"
          spellCheck={false}
          value={unit}
          onChange={({ currentTarget }) => setUnit(currentTarget.value)}
        />
        <Button
          type="submit"
          variant="outline"
          color="red"
          disabled={unit === '' || role === undefined || !allows(role, 'unit.forget')}
        >
          Forget…
        </Button>
      </form>
      <p role="status">{said}</p>
      {asking ? (
        <TypedConfirm
          title="Forget a person"
          name={unit}
          act="Forget person"
          busy={forget.isPending}
          refusal={forget.error ? refusalOf(forget.error) : null}
          onClose={() => setAsking(false)}
          onConfirm={() => forget.mutate({ project, unit })}
        >
          Every event and exposure of {unit} is deleted. Totals that were counted already stay. This can’t be undone.
        </TypedConfirm>
      ) : null}
    </SettingsSection>
  )
}
