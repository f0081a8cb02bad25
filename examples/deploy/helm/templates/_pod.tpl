{{- define "vouch.security" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
runAsNonRoot: true
runAsUser: 1000
capabilities: { drop: [ALL] }
seccompProfile: { type: RuntimeDefault }
{{- end }}
{{- define "vouch.environment" -}}
- name: DATABASE_URL
  value: {{ printf "%s?passwordfile=/run/database/gateway" .Values.database.url | quote }}
{{- range $name, $value := .Values.environment }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}
