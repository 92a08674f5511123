export { type S3FilesOptions, s3Files } from './s3-files.js'
