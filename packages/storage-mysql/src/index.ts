export { type MysqlStorageOptions, mysqlStorage } from './mysql-storage.js'
