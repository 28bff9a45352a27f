import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconArchive, IconArrowsMaximize, IconDots, IconMoodEmpty, IconRefresh, IconRotate } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import type { Experiment } from '../../../../../shared/features/experiments/schemas/experiment.ts'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { limits } from '../../../../../shared/limits.ts'
import { byWeight } from '../../../../../shared/text/experiment/headline.ts'
import { experimentStatusOf } from '../../../../../shared/text/experiment/state-text.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { Kbd } from '../../../components/kbd.tsx'
import { lazyPart } from '../../../components/lazy-part.ts'
import { useShortcut } from '../../../components/shortcuts.ts'
import { done, failed } from '../../../components/toast.tsx'
import { trpc } from '../../../trpc.ts'
import classes from './experiment.module.css'

const StartDialog = lazyPart(async () => (await import('./start-dialog.tsx')).StartDialog)
const GrowDialog = lazyPart(async () => (await import('./grow-dialog.tsx')).GrowDialog)
const StopDialog = lazyPart(async () => (await import('./stop-dialog.tsx')).StopDialog)
const DecideDialog = lazyPart(async () => (await import('./decide-dialog.tsx')).DecideDialog)

type Open = 'start' | 'grow' | 'again' | 'stop' | 'ship' | 'keep' | 'nothing'

/** Actions on an experiment. S starts it, X stops it, H ships a variant. */
export function ExperimentActs(props: {
  project: string
  experiment: Experiment
  environment: Environment | undefined
}): ReactNode {
  const { project, experiment, environment } = props
  const { can, key, name } = experiment
  const [open, setOpen] = useState<Open | null>(null)
  const utils = trpc.useUtils()
  const archive = trpc.experiments.archive.useMutation({
    onSuccess: async () => {
      await utils.experiments.invalidate()
      done(`Archived ${name}`)
    },
    onError: (error) => failed(`Couldn’t archive ${name}`, refusalOf(error)),
  })
  const standing = experimentStatusOf(experiment)
  const winner = byWeight(experiment.headlines.map((one) => ({ ...one, role: 'primary' as const }))).find(
    ({ verdict }) => verdict === 'wins',
  )?.arm
  // A dialog needs the environment for its text. The shortcut is available before it is loaded.
  const show = (what: Open, allowed: boolean) => () => {
    if (allowed) setOpen(what)
  }
  const mayGrow = can.grow === null && experiment.setup.share < limits.weightUnits
  const [mayStart, mayAgain, mayStop, mayDecide] = [can.start, can.again, can.stop, can.decide].map((no) => no === null)
  useShortcut('s', 'Start experiment', show(mayStart ? 'start' : 'again', Boolean(mayStart || mayAgain)))
  useShortcut('x', 'Stop experiment', show('stop', Boolean(mayStop)))
  useShortcut('h', 'Ship a variant', show('ship', Boolean(mayDecide)))
  const close = () => setOpen(null)
  // The primary action of each state.
  const isShipped = standing === 'decided' && experiment.decision?.what === 'ship'
  const reason = { draft: can.start, running: can.stop, over: can.decide, stopped: can.decide }[standing as string]
  const isPending = standing === 'proposed'
  return (
    <div className={classes['acts']}>
      {mayStop && standing !== 'stopped' ? (
        <Button variant="default" onClick={show('stop', true)} rightSection={<Kbd>X</Kbd>}>
          Stop…
        </Button>
      ) : null}
      {mayDecide && !isShipped ? (
        <Button
          variant={standing === 'decided' ? 'default' : 'filled'}
          onClick={show('ship', true)}
          rightSection={<Kbd>H</Kbd>}
        >
          {winner === undefined ? 'Ship…' : `Ship ${winner}…`}
        </Button>
      ) : null}
      {mayStart && !isPending ? (
        <Button onClick={show('start', true)} rightSection={<Kbd>S</Kbd>}>
          Start…
        </Button>
      ) : null}
      {mayGrow || mayDecide || mayAgain || can.archive === null ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={32} aria-label="Experiment actions">
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {mayGrow ? (
              <Menu.Item leftSection={<IconArrowsMaximize size={15} />} onClick={show('grow', true)}>
                Grow…
              </Menu.Item>
            ) : null}
            {mayDecide ? (
              <>
                <Menu.Item leftSection={<IconRotate size={15} />} onClick={show('keep', true)}>
                  Keep as before…
                </Menu.Item>
                <Menu.Item leftSection={<IconMoodEmpty size={15} />} onClick={show('nothing', true)}>
                  Nothing learned…
                </Menu.Item>
              </>
            ) : null}
            {mayAgain ? (
              <Menu.Item leftSection={<IconRefresh size={15} />} onClick={show('again', true)}>
                Run again…
              </Menu.Item>
            ) : null}
            {can.archive === null ? (
              <Menu.Item
                leftSection={<IconArchive size={15} />}
                onClick={() => archive.mutate({ project, experiment: key })}
              >
                Archive
              </Menu.Item>
            ) : null}
          </Menu.Dropdown>
        </Menu>
      ) : null}
      {reason ? <p className={classes['reason']}>{reason}</p> : null}
      <Suspense>
        {(open === 'start' || open === 'again') && environment !== undefined ? (
          <StartDialog project={project} experiment={experiment} environment={environment} act={open} onClose={close} />
        ) : null}
        {open === 'grow' && environment !== undefined ? (
          <GrowDialog project={project} experiment={experiment} environment={environment} onClose={close} />
        ) : null}
        {open === 'stop' ? (
          <StopDialog
            project={project}
            experiment={experiment}
            where={environment?.name ?? experiment.environment}
            onClose={close}
          />
        ) : null}
        {open === 'ship' || open === 'keep' || open === 'nothing' ? (
          <DecideDialog project={project} experiment={experiment} what={open} arm={winner} onClose={close} />
        ) : null}
      </Suspense>
    </div>
  )
}
