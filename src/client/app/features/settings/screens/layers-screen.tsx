import { Button, Skeleton, TextInput } from '@mantine/core'
import { IconStack2 } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { freeShareOf } from '../../../../../shared/features/experiments/layer-ranges.ts'
import { CreateLayerInput, type Layer } from '../../../../../shared/features/experiments/schemas/layer.ts'
import { limits } from '../../../../../shared/limits.ts'
import { percent } from '../../../../../shared/text/rules/percent.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { FormError } from '../../../components/form-error.tsx'
import { NameAndKey } from '../../../components/name-and-key.tsx'
import { SettingsPage, SettingsSection } from '../../../components/settings-section.tsx'
import { StatePanel } from '../../../components/state-panel.tsx'
import { done, failed } from '../../../components/toast.tsx'
import { useProblems } from '../../../components/use-problems.ts'
import { trpc } from '../../../trpc.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { PermissionNotice } from '../../session/permission-notice.tsx'
import { useHasPermission } from '../../session/use-has-permission.ts'
import { LayerLines } from './layer-lines.tsx'
import classes from './layers.module.css'

const route = getRouteApi('/in/p/$project/settings/layers')

/** Layers of a project, with their free space. A user is in at most one experiment per layer. */
export function LayersScreen(): ReactNode {
  const { project } = route.useParams()
  const layers = trpc.layers.list.useQuery({ project })
  const editable = useHasPermission(project, 'experiment.edit')
  const [adding, setAdding] = useState(false)
  const add = editable ? <Button onClick={() => setAdding(true)}>Add layer</Button> : null
  return (
    <SettingsPage>
      {adding ? <NewLayer project={project} onClose={() => setAdding(false)} /> : null}
      <Loaded
        query={layers}
        what="layers"
        loading={<Skeleton h={160} />}
        isEmpty={(list) => list.length === 0}
        empty={
          adding ? null : (
            <StatePanel icon={IconStack2} title="No layers yet" actions={add}>
              Experiments of one layer share its users: nobody is in two of them. Use one where experiments would
              disturb each other.
            </StatePanel>
          )
        }
      >
        {(list) => (
          <SettingsSection title="Layers" lead="Nobody is in two experiments of one layer.">
            <PermissionNotice project={project} permission="experiment.edit" />
            {adding || !editable ? null : <div className={classes['acts']}>{add}</div>}
            <ul className={classes['layers']}>
              {list.map((layer) => (
                <LayerItem key={layer.key} project={project} layer={layer} editable={editable === true} />
              ))}
            </ul>
          </SettingsSection>
        )}
      </Loaded>
    </SettingsPage>
  )
}

function LayerItem(props: { project: string; layer: Layer; editable: boolean }): ReactNode {
  const { project, layer, editable } = props
  const environments = trpc.environments.list.useQuery({ project }).data ?? []
  const utils = trpc.useUtils()
  const remove = trpc.layers.remove.useMutation({
    onSuccess: async () => {
      await utils.layers.invalidate()
      done(`Removed ${layer.name}`)
    },
    onError: (error) => failed(`Couldn’t remove ${layer.name}`, refusalOf(error)),
  })
  const holders = [...new Set(layer.held.map(({ experiment }) => experiment))]
  return (
    <li>
      <div className={classes['head']}>
        <h3>{layer.name}</h3>
        <span className={classes['faint']}>
          {layer.key}, told apart by {layer.by ?? 'targeting key'}
        </span>
        {editable && layer.held.length === 0 ? (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Remove ${layer.name}`}
            loading={remove.isPending}
            onClick={() => remove.mutate({ project, layer: layer.key })}
          >
            Remove
          </Button>
        ) : null}
      </div>
      <LayerLines
        environments={environments.map(({ key, name }) => {
          const held = layer.held.filter((one) => one.environment === key)
          return { key, name, held, room: percent(freeShareOf(held)) }
        })}
        holders={holders}
      />
      {holders.length === 0 ? null : (
        <p className={classes['faint']}>
          Held by{' '}
          {holders.map((key, at) => (
            <span key={key}>
              {at === 0 ? '' : ', '}
              <Link to="/p/$project/experiments/$experiment" params={{ project, experiment: key }}>
                {key}
              </Link>
            </span>
          ))}
        </p>
      )}
    </li>
  )
}

function NewLayer({ project, onClose }: { project: string; onClose: () => void }): ReactNode {
  const [named, setNamed] = useState({ name: '', key: '' })
  const [by, setBy] = useState('')
  const utils = trpc.useUtils()
  const create = trpc.layers.create.useMutation({
    onSuccess: async ({ name }) => {
      await utils.layers.invalidate()
      done(`Added ${name}`)
      onClose()
    },
  })
  const refusal = create.error ? refusalOf(create.error) : null
  const problems = useProblems(refusal)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const input = { project, ...named, by: by.trim() === '' ? null : by.trim() }
    if (!create.isPending && problems.fits(CreateLayerInput, input)) create.mutate(input)
  }
  return (
    <SettingsSection title="New layer">
      <form onSubmit={submit} className={classes['form']} noValidate>
        <NameAndKey
          value={named}
          onChange={setNamed}
          placeholder="Checkout"
          maxKeyLength={limits.nameLength}
          nameError={problems.at('name') ?? undefined}
          keyError={problems.at('key') ?? undefined}
        />
        <TextInput
          label="Told apart by"
          description="An attribute, such as companyId. It can’t be changed."
          placeholder="targeting key"
          autoComplete="off"
          maxLength={limits.valueLength}
          value={by}
          onChange={({ currentTarget }) => setBy(currentTarget.value)}
          error={problems.at('by')}
        />
        <FormError refusal={refusal} fields={['key', 'name']} />
        <div className={classes['acts']}>
          <Button type="submit" loading={create.isPending}>
            Add layer
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </SettingsSection>
  )
}
