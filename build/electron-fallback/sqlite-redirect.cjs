// Loads this runtime's binary of better-sqlite3 instead of the prebuilt one of the package.
'use strict'
const path = require('path')
const Module = require('module')

const own = path.join(__dirname, 'better_sqlite3.node')
const shipped =
  /[\\/]better-sqlite3[\\/](prebuilds[\\/]linux-x64|build[\\/]Release[\\/]better_sqlite3)\.node$/
const load = Module._extensions['.node']
Module._extensions['.node'] = function (module, filename) {
  return load.call(this, module, shipped.test(filename) ? own : filename)
}
