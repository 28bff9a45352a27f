import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { trpc } from '../../../trpc.ts'
import { EnvironmentMark } from '../../environments/environment-mark.tsx'
import { Loaded } from '../../loading/loaded.tsx'
import classes from './card.module.css'
import { Card } from './card.tsx'

const purpose = (environment: Environment): string =>
  environment.protected
    ? 'What your customers use. Publishing here shows what will change and requires a note.'
    : environment.position === 0
      ? 'Where you build. New flags start on here; changes go live at once, with undo.'
      : 'Where you test before release. Changes go live immediately, and you can undo them.'

/** Explains the environments of the new project. */
export function EnvironmentsStep({ project, onDone }: { project: string; onDone: () => void }): ReactNode {
  const environments = trpc.environments.list.useQuery({ project })
  return (
    <Card
      title="Every flag exists in every environment"
      lead="Applications connect to one environment with its SDK key, so a flag can be on in one and off in another."
      step="3 of 3"
    >
      <Loaded
        query={environments}
        what="environments"
        loading={<Skeleton h={150} mb={20} />}
        isEmpty={(list) => list.length === 0}
        empty={<p className={classes['lead']}>This project has no environments.</p>}
      >
        {(list) => (
          <ul className={classes['environments']}>
            {list.map((environment) => (
              <li key={environment.key}>
                <EnvironmentMark environment={environment} strong />
                <p>{purpose(environment)}</p>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Button fullWidth onClick={onDone} autoFocus>
        Go to flags
      </Button>
    </Card>
  )
}
