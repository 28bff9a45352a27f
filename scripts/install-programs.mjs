// Installs the programs that tests need of the machine, where that can be done without asking. npm test has it run beside
// all that needs none of them, then looks for them itself and says what is not there.
import { installTestChromium } from './chromium.mjs'
import { installHaproxy, installNginx } from './nginx.mjs'
import { installPgbouncer } from './pgbouncer.mjs'

installTestChromium()
installNginx()
installHaproxy()
installPgbouncer()
