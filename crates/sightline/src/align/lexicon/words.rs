//! The words of the languages that texts are read in, as data: one row a meaning, its words apart by
//! bars. Case and accents do not matter. The first word of a row of [`NOUNS`] and [`STATES`] is the
//! one that keys and values are likely to have.

/// Yes and no as whole values: in cells, behind a colon, as a mark.
pub(super) const YES: &str = "yes|true|y|ja|oui|vrai|sí|si|verdadero|vero|sim|verdadeiro|waar|tak|prawda|sann|sandt|да|evet|ano|はい|是|真|有|예|✓|✔|☑|✅|on";
/// See [`YES`].
pub(super) const NO: &str = "no|false|nein|falsch|non|faux|falso|não|nao|nee|onwaar|nie|fałsz|nej|falskt|falsk|нет|hayır|ne|いいえ|否|假|아니요|✗|✘|☐|❌|×|off";
/// What a cell says of an absent or empty value.
pub(super) const NOTHING: &str = "none|null|nil|n/a|na|unknown|empty|unassigned|nobody|–|—|-|keine|keiner|kein|niemand|leer|unbekannt|aucun|aucune|personne|vide|inconnu|ninguno|ninguna|nadie|vacío|desconocido|nessuno|nessuna|vuoto|nenhum|nenhuma|ninguém|vazio|geen|niemand|leeg|brak|nikt|ingen|inget|inga|なし|無し|无|없음|nonstop|non-stop|direct|direkt|directo|diretto|not set|not assigned|nicht gesetzt|nicht zugewiesen|sin asignar|non assigné";

/// Words that turn a statement round.
pub(super) const NEGATIONS: &str = "avoid|avoids|avoided|avoiding|fails to|failed to|yet to|vermeidet|umgeht|évite|evita|vermijdt|unika|undgår|not|no|never|cannot|without|neither|nor|none|n't|isnt|arent|wasnt|doesnt|dont|nobody|nothing|nicht|kein|keine|keinen|keiner|keines|keinem|nie|niemals|ohne|weder|pas|non|aucun|aucune|jamais|sans|ni|personne|nunca|sin|ningún|ninguna|ninguno|tampoco|nadie|nessun|nessuno|nessuna|senza|mai|não|nao|nem|nenhum|nenhuma|sem|niet|geen|nooit|zonder|nie|bez|żadnych|żaden|brak|inte|ingen|inga|inget|ikke|utan|uden|uten|не|нет|без|değil|yok|není|nejsou|ない|なし|ません|ありません|未|不|没有|没|无|非|아닙니다|않습니다|없습니다|없음";

/// Words before a number that make it less exact, by what they do to it.
pub(super) const ABOUT: &str = "about|around|approximately|approx|roughly|circa|ca|some|nearly|almost|close to|just under|just over|~|≈|etwa|rund|ungefähr|zirka|knapp|fast|gut|environ|près de|presque|quelque|autour de|aproximadamente|unos|unas|cerca de|casi|alrededor de|circa|quasi|all'incirca|aproximadamente|cerca de|quase|ongeveer|bijna|rond|około|prawie|ungefär|nästan|omkring|cirka|около|почти|примерно|приблизительно|порядка|ориентировочно|约|大约|近|約|およそ|ほぼ|약";
pub(super) const MORE: &str = "larger than|bigger than|longer than|older than|newer than|higher than|greater than|größer als|länger als|älter als|supérieur à|supérieure à|mayor de|mayores de|maggiore di|maior que|groter dan|over|above|more than|at least|exceeds|beyond|upwards of|über|mehr als|mindestens|plus de|au moins|más de|al menos|por encima de|più di|oltre|almeno|mais de|pelo menos|acima de|meer dan|minstens|ponad|więcej niż|co najmniej|över|mer än|minst|mere end|более|больше|超过|以上|超|>|≥";
pub(super) const LESS: &str = "within|innerhalb von|binnen|dentro de|entro|w ciągu|в течение|no later than|not more than|no more than|smaller than|shorter than|younger than|lower than|kleiner als|kürzer als|inférieur à|inférieure à|menor de|minore di|menor que|kleiner dan|under|below|less than|fewer than|at most|up to|unter|weniger als|höchstens|bis zu|moins de|au plus|jusqu'à|menos de|como máximo|por debajo de|hasta|meno di|al massimo|sotto|menos de|no máximo|abaixo de|minder dan|hoogstens|mniej niż|poniżej|mindre än|högst|mindre end|менее|меньше|不到|以下|少于|<|≤";

/// Words before a number that is a place in an order, and no claim about the whole.
pub(super) const PLACES: &str = "week|semaine|woche|kw|semana|settimana|first|last|top|latest|next|page|step|rank|position|other|another|these|line|row|chapter|section|part|ersten|erste|letzten|letzte|seite|zeile|rang|platz|schritt|premiers|premières|premier|derniers|dernières|page|rang|étape|ligne|primeros|primeras|últimos|últimas|página|paso|fila|primi|prime|ultimi|ultime|pagina|passo|riga|primeiros|primeiras|últimos|página|passo|linha|eerste|laatste|stap|regel|pierwsze|ostatnie|strona|första|sista|sida|steg|ページ|第|前|页";

/// Words for numbers; the place is the number.
pub(super) const NUMBERS: [&str; 21] = [
    "zero|null|zéro|cero|nul|zerowy|noll|нуль|零|ゼロ",
    "one|a single|ein|eine|einen|einem|einer|un|une|uno|una|um|uma|een|één|jeden|jedna|jedno|ett|один|одна|一",
    "two|zwei|deux|dos|due|dois|duas|twee|dwa|dwie|två|два|две|二|两|둘",
    "three|drei|trois|tres|tre|três|drie|trzy|три|三",
    "four|vier|quatre|cuatro|quattro|quatro|cztery|fyra|четыре|四",
    "five|fünf|cinq|cinco|cinque|vijf|pięć|fem|пять|五",
    "six|sechs|seis|zes|sześć|seks|шесть|六",
    "seven|sieben|sept|siete|sette|sete|zeven|siedem|sju|syv|семь|七",
    "eight|acht|huit|ocho|otto|oito|osiem|åtta|otte|восемь|八",
    "nine|neun|neuf|nueve|nove|negen|dziewięć|nio|девять|九",
    "ten|zehn|dix|diez|dieci|dez|tien|dziesięć|tio|десять|十",
    "eleven|elf|onze|once|undici|jedenaście|elva|elleve|одиннадцать|十一",
    "twelve|a dozen|zwölf|ein dutzend|douze|une douzaine|doce|una docena|dodici|doze|twaalf|dwanaście|tolv|двенадцать|十二",
    "thirteen|dreizehn|treize|trece|tredici|treze|dertien|trzynaście|tretton",
    "fourteen|vierzehn|quatorze|catorce|quattordici|catorze|veertien|czternaście|fjorton",
    "fifteen|fünfzehn|quinze|quince|quindici|vijftien|piętnaście|femton",
    "sixteen|sechzehn|seize|dieciséis|sedici|dezesseis|zestien|szesnaście|sexton",
    "seventeen|siebzehn|dix-sept|diecisiete|diciassette|dezessete|zeventien",
    "eighteen|achtzehn|dix-huit|dieciocho|diciotto|dezoito|achttien",
    "nineteen|neunzehn|dix-neuf|diecinueve|diciannove|dezenove|negentien",
    "twenty|zwanzig|vingt|veinte|venti|vinte|twintig|dwadzieścia|tjugo|tyve|двадцать|二十",
];

pub(super) const FRACTIONS: &[(f64, &str)] = &[
    (0.5, "half|hälfte|moitié|mitad|metà|metade|helft|połowa|hälften|半数|一半"),
    (0.25, "quarter|viertel|quart|cuarto|un quarto|kwart|ćwierć|四分之一"),
    (1.0 / 3.0, "third|drittel|un tiers|tercio|terzo|terço|三分之一"),
];

pub(super) const MONTHS: [&str; 12] = [
    "january|jan|يناير|січня|जनवरी|tammikuuta|januar|jänner|janvier|janv|enero|ene|gennaio|gen|janeiro|januari|stycznia|styczeń|января|ocak|ledna",
    "february|feb|فبراير|лютого|फ़रवरी|फरवरी|februar|feber|février|févr|fev|febrero|febbraio|fevereiro|februari|lutego|luty|февраля|şubat|února",
    "march|mar|مارس|березня|मार्च|märz|mrz|mär|mars|marzo|março|maart|mrt|marca|marzec|marts|марта|mart|března",
    "april|apr|أبريل|ابريل|квітня|अप्रैल|avril|avr|abril|abr|aprile|kwietnia|kwiecień|апреля|nisan|dubna",
    "may|mai|مايو|травня|मई|května|mayo|maggio|mag|maio|mei|maja|maj|мая|mayıs|května",
    "june|jun|يونيو|червня|जून|června|juni|juin|junio|giugno|giu|junho|czerwca|czerwiec|июня|haziran|června",
    "july|jul|يوليو|липня|जुलाई|července|juli|juillet|juil|julio|luglio|lug|julho|lipca|lipiec|июля|temmuz|července",
    "august|aug|أغسطس|اغسطس|серпня|अगस्त|srpna|août|agosto|ago|augustus|sierpnia|sierpień|augusti|августа|ağustos|srpna",
    "september|sep|سبتمبر|вересня|सितंबर|सितम्बर|sept|septembre|septiembre|settembre|set|setembro|września|wrzesień|сентября|eylül|září",
    "october|oct|أكتوبر|اكتوبر|жовтня|अक्टूबर|oktober|okt|octobre|octubre|ottobre|ott|outubro|out|października|październik|октября|ekim|října",
    "november|nov|نوفمبر|листопада|नवंबर|नवम्बर|listopadu|novembre|noviembre|novembro|listopada|listopad|ноября|kasım",
    "december|dec|ديسمبر|грудня|दिसंबर|दिसम्बर|dezember|dez|décembre|déc|diciembre|dic|dicembre|dezembro|grudnia|grudzień|декабря|aralık|prosince",
];

/// Monday first.
pub(super) const WEEKDAYS: [&str; 7] = [
    "monday|mon|montag|lundi|lunes|lunedì|segunda-feira|maandag|poniedziałek|måndag|mandag|понедельник|月曜日|月曜|星期一|周一",
    "tuesday|tue|tues|dienstag|mardi|martes|martedì|terça-feira|dinsdag|wtorek|tisdag|tirsdag|вторник|火曜日|火曜|星期二|周二",
    "wednesday|wed|mittwoch|mercredi|miércoles|mercoledì|quarta-feira|woensdag|środa|onsdag|среда|水曜日|水曜|星期三|周三",
    "thursday|thu|thurs|donnerstag|jeudi|jueves|giovedì|quinta-feira|donderdag|czwartek|torsdag|четверг|木曜日|木曜|星期四|周四",
    "friday|fri|freitag|vendredi|viernes|venerdì|sexta-feira|vrijdag|piątek|fredag|пятница|金曜日|金曜|星期五|周五",
    "saturday|sat|samstag|sonnabend|samedi|sábado|sabato|zaterdag|sobota|lördag|lørdag|суббота|土曜日|土曜|星期六|周六",
    "sunday|sonntag|dimanche|domingo|domenica|zondag|niedziela|söndag|søndag|воскресенье|日曜日|日曜|星期日|星期天|周日",
];

/// Words that multiply the number before them.
pub(super) const MAGNITUDES: &[(f64, &str)] = &[
    (1e3, "k|thousand|tsd|tausend|mille|milliers|mil|mila|duizend|tys|tysięcy|tusen|tusind|тыс|тысяч|bin|千"),
    (12.0, "dozen|dutzend|douzaines|docenas|dozzine|dúzias|dozijn"),
    (1e4, "万|萬|만"),
    (
        1e6,
        "million|millions|mio|millionen|millones|millón|mln|milioni|milione|milhões|milhão|miljoen|miljoner|miljon|millioner|млн|миллионов|milyon",
    ),
    (1e8, "億|亿|억"),
    (
        1e9,
        "billion|billions|bn|md|mds|mrd|milliarde|milliarden|milliard|milliards|mil millones|miliardi|miliardo|bilhões|bilhão|mil milhões|miljard|miljarder|mld|млрд|milyar",
    ),
    (1e12, "trillion|billionen"),
];

/// What the data may be asked for as a whole.
pub(super) const SUMS: &str = "in all|brutto|gross|brut|lordo|bruto|saldo|solde|net balance|netto|subtotal|zwischensumme|celkem|toplam|total|sum|overall|altogether|combined|all together|worth|totals|gesamt|insgesamt|summe|zusammen|gesamtwert|total|au total|somme|totalité|suma|en total|totale|somma|in totale|complessivamente|soma|ao todo|no total|totaal|samen|som|suma|łącznie|razem|w sumie|summa|totalt|sammanlagt|i alt|samlet|итого|всего|сумма|合計|総計|合计|总计|总额|共计|总共|합계|총";
pub(super) const MEANS: &str = "average|mean|avg|on average|averages|averaging|durchschnitt|durchschnittlich|mittel|mittelwert|im schnitt|schnitt|moyenne|en moyenne|promedio|media|de media|in media|média|em média|gemiddeld|gemiddelde|średnio|średnia|genomsnitt|genomsnittlig|i snitt|medel|gennemsnit|gennemsnitlig|в среднем|среднее|平均|median|médiane|mediana|中央値|中位数|평균";
pub(super) const MOST: &str = "en çok|en yüksek|en pahalı|en büyük|hoogst|最新|warmest|most frequent|dearest|most common|most popular|busiest|top|highest-rated|best|häufigste|häufigster|beste|bester|schwerste|schwerster|längster|teuerster|neueste|neuester|plus lourd|plus lourde|le plus fréquent|meilleur|meilleure|más pesado|más frecuente|mejor|più pesante|più frequente|migliore|mais pesado|mais caro|mais cara|melhor|duurste|zwaarste|grootste|hoogste|beste|największy|największa|najdroższy|najdroższa|najlepszy|najwyższy|najwyższa|dyrast|dyraste|största|högst|самый дорогой|самая дорогая|самый большой|самый высокий|наибольший|最高|最大|最多|最长|最贵|最も高い|最も多い|最大の|最長|최고|최대|highest|maximum|max|largest|most|biggest|most expensive|longest|oldest|peak|priciest|strongest|warmest|heaviest|greatest|latest|newest|höchste|höchster|höchsten|höchstes|maximal|maximum|größte|größter|größten|teuerste|teuersten|längste|meisten|stärkste|plus élevé|plus élevée|plus grand|plus grande|plus gros|plus grosse|plus cher|plus chère|plus long|plus longue|maximale|más alto|más alta|mayor|más grande|más caro|más cara|más largo|máximo|máxima|più alto|più alta|più grande|più caro|più cara|massimo|massima|maggiore|mais alto|mais alta|maior|mais caro|mais cara|máximo|hoogste|grootste|duurste|langste|najwyższy|najwyższa|największy|największa|najdroższy|najdłuższy|högsta|största|dyraste|längsta|højeste|største|dyreste|максимум|самый большой|最高|最大|最多|最长|최고|최대";
pub(super) const LEAST: &str = "en az|en düşük|en ucuz|en küçük|laagst|least frequent|least expensive|rarest|worst|lowest-rated|günstigster|billigster|kleinster|kürzester|leichteste|seltenste|schlechteste|le moins cher|la moins chère|pire|más barato|más barata|peor|più economico|più economica|meno caro|peggiore|mais barato|mais barata|pior|goedkoopste|kleinste|laagste|najtańszy|najtańsza|najmniejszy|najniższy|billigast|billigaste|minsta|lägst|самый дешёвый|самый дешевый|самый маленький|самый низкий|наименьший|最低|最小|最少|最短|最便宜|最も安い|最も少ない|最小の|최저|최소|lowest|minimum|min|smallest|least|cheapest|shortest|youngest|fewest|coldest|lightest|earliest|niedrigste|niedrigster|niedrigsten|tiefste|minimal|kleinste|kleinster|kleinsten|günstigste|billigste|günstigsten|kürzeste|wenigsten|schnellste|plus bas|plus basse|plus petit|plus petite|moins cher|moins chère|plus court|plus courte|minimale|plus rapide|más bajo|más baja|menor|más pequeño|más pequeña|más barato|más barata|más corto|mínimo|mínima|más rápido|più basso|più bassa|più piccolo|più piccola|minimo|minima|minore|più economico|più economica|mais baixo|mais baixa|mais barato|mais barata|laagste|kleinste|goedkoopste|kortste|najniższy|najniższa|najmniejszy|najmniejsza|najtańszy|lägsta|minsta|billigaste|kortaste|laveste|mindste|billigste|минимум|最低|最小|最少|最短|최저|최소";
pub(super) const RANGES: &str = "between|from|ranging|range|ranges|spanning|zwischen|von|bis|entre|de|desde|hasta|tra|fra|da|a|tussen|van|tot|między|od|do|mellan|från|till|mellem|から|至|到|までの";
/// Words between two numbers of which the first is part of the second.
pub(super) const OF: &str =
    "of|out of|/|von|aus|sur|de|parmi|di|su|van|de los|de las|das|dos|av|af|z|ze|spośród|из|中";
/// Words between what is described and what describes it.
pub(super) const JOINS: &str = "is|are|was|were|be|been|of|the|a|an|has|have|had|with|at|to|by|in|on|for|as|:|=|equals|ist|sind|war|waren|wird|wurde|beträgt|betragen|der|die|das|den|dem|hat|haben|mit|bei|im|am|von|est|sont|était|le|la|les|du|des|de|à|au|avec|a|ont|es|está|son|están|fue|el|los|las|del|con|tiene|en|è|sono|era|il|lo|gli|di|ha|con|é|são|está|o|os|as|do|da|com|tem|em|is|zijn|was|het|de|van|heeft|met|jest|są|ma|z|w|är|var|har|med|på|er|は|が|を|で|的|是|为|：";

/// Words near a number that say whether it is above or below: a fall, a place in the south, what was paid.
pub(super) const SIGNS: &str = "abbuchung|addebito|auszahlung|cargo|charge|charged|debit|debited|debito|depense|discount|expense|fee|fees|frais|gasto|gebuhr|lastschrift|outgoing|pago|paid|paiement|payment|prelevement|prelievo|purchase|rabatt|refund|remise|retrait|retiro|saque|spent|spesa|withdrawal|withdrawn|zahlung|支出|списание|+|±|below|change|debt|deficit|less|loss|lost|lower|meno|menos|minus|moins|oeste|ouest|perdida|perdita|perte|s|south|sud|sur|under|unter|verlust|w|weniger|west|跌|跌幅|lavere|lagre|mniej|ниже|onder|sotto|debajo|abaixo|poniżej|unterhalb|au-dessous|minusgrade|零下|氷点下|dni|debiteur|uitgave|kosten|korting|utgift|udgift|wydatek|rabat";
/// Words that begin a hint to the reader.
pub(super) const HINTS: &str = "use|ask|pass|type|run|try|tip|tips|hint|call|rerun|example|for example|e.g.|next steps|see also|to learn more|tipp|hinweis|beispiel|zum beispiel|verwende|verwenden sie|nutze|astuce|conseil|utilisez|exemple|consejo|usa|utiliza|ejemplo|suggerimento|consiglio|esempio|dica|exemplo|voorbeeld|gebruik|wskazówka|użyj|przykład|tips|совет|пример|используйте|ヒント|例|提示|例如";
/// Words of what one number is more or less than another, and of what is left.
pub(super) const DIFFERENCES: &str = "missing|short of|fehlen|fehlt|manquent|manque|faltan|falta|mancano|manca|faltam|ontbreken|ontbreekt|brakuje|brakowało|не хватает|不足|without|ohne|sans|senza|zonder|others|lead|leads|behind|ahead|reduced|reduced by|reduction|drop|increase|saved|saving|savings|discount|below|above|weitere|weiteren|gesenkt|ersparnis|rückstand|vorsprung|höher|niedriger|autres|réduit|économie|más|menos|otros|outros|mais|altri|meno|più|andere|hoger|lager|minder|meer|więcej|mniej|fler|mer|færre|ещё|还|還|其余|あと|left|free|remaining|remain|remains|difference|more|less|fewer|longer|shorter|cheaper|higher|lower|faster|slower|later|earlier|growth|gain|delay|failed|unsold|übrig|frei|freie|verbleibend|verbleiben|mehr|weniger|länger|kürzer|günstiger|teurer|unterschied|differenz|verspätung|durchgefallen|verbrauch|restent|restants|restante|reste|libre|libres|écart|différence|retard|plus cher|moins cher|quedan|queda|restantes|diferencia|retraso|consumo|rimangono|rimane|restano|liberi|differenza|ritardo|restam|resta|livres|livre|diferença|atraso|over|resterend|verschil|vertraging|langer|goedkoper|pozostało|zostało|różnica|opóźnienie|wolnych|kvar|skillnad|осталось|разница|опоздание|больше|меньше|残り|差|長く|短く|安く|高く|遅れ|剩余|相差|多|少|延误|시간차|kalan|fark";
/// Words behind a noun that say which of some things are meant.
pub(super) const RESTRICTIONS: &str = "with|without|that|which|who|whose|out of|over|above|below|under|outside|beyond|mit|ohne|über|unter|außerhalb|avec|sans|qui|hors|con|sin|que|senza|che|fuori|com|sem|met|zonder|die|boven|z|bez|powyżej|poniżej|med|utan|som|с|без|выше|ниже";
/// Words before a number that say how often something is done.
pub(super) const EVERY: &str = "every|each|alle|jede|jeden|toutes les|tous les|chaque|cada|ogni|elke|iedere|om de|co|każde|varje|var|hver|каждые|каждый|毎|每|매";
/// Words of what would be.
pub(super) const HYPOTHESES: &str = "would|could|might|if|würde|würden|könnte|wenn|falls|serait|pourrait|si|podría|sería|potrebbe|sarebbe|poderia|seria|zou|zouden|mógłby|skulle|бы";
/// Words behind a number that say how many times one thing is another.
pub(super) const TIMES: &str = "times|times as|x as|fold|mal so|mal|fois|veces|volte|vezes|keer|maal|razy|krotnie|gånger|gange|раза|раз|倍|배|kat";
/// Names of zones, and their minutes east of Greenwich.
pub(super) const ZONES: &[(i32, &str)] = &[
    (-480, "pst"),
    (-420, "pdt|mst"),
    (-360, "cst|mdt"),
    (-300, "est|cdt"),
    (-240, "edt"),
    (-180, "brt|art"),
    (0, "utc|gmt|z|wet"),
    (60, "cet|mez|bst|west|hnec"),
    (120, "cest|mesz|eet|sast"),
    (180, "msk|eest|мск"),
    (330, "ist"),
    (480, "hkt|sgt|awst"),
    (540, "jst|kst"),
    (600, "aest"),
    (660, "aedt"),
];
/// Words that say that one number is more than another, or became more.
pub(super) const UPS: &str = "more|above|over|higher|longer|later|ahead|rose|rises|risen|rising|grew|grown|increased|increase|increases|up|climbed|climbs|jumped|gained|exceeds|greater|larger|warmer|faster|mehr|über|höher|länger|später|gestiegen|stieg|steigt|gewachsen|zugenommen|erhöht|wärmer|oberhalb|größer|plus|au-dessus|dessus|supérieur|supérieure|hausse|augmenté|monté|más|mayor|encima|subió|sube|aumentó|creció|superior|più|sopra|maggiore|salito|salita|aumentato|aumentata|cresciuto|mais|acima|maior|subiu|aumentou|cresceu|meer|hoger|boven|langer|gestegen|stijging|więcej|powyżej|wyżej|wzrósł|wzrosła|wzrosło|mer|högre|över|ökade|steg|større|выше|больше|более|выросло|вырос|выросла|увеличилось|高于|超过|上升|增长|增加|多于|以上|上回る|増加|上昇|高い|長く|높은|증가|상승";
/// Words that say that one number is less than another, or became less.
pub(super) const DOWNS: &str = "less|fewer|below|under|lower|shorter|earlier|behind|fell|falls|fallen|falling|dropped|drops|decreased|decrease|decreases|down|declined|sank|lost|smaller|colder|slower|weniger|unter|niedriger|kürzer|früher|gesunken|sank|sinkt|gefallen|fiel|abgenommen|verringert|kälter|unterhalb|kleiner|moins|en-dessous|au-dessous|dessous|inférieur|inférieure|baisse|diminué|descendu|menos|menor|debajo|bajó|baja|cayó|disminuyó|inferior|meno|sotto|minore|sceso|scesa|calato|calata|diminuito|diminuita|abaixo|menor|caiu|diminuiu|baixou|minder|lager|onder|korter|gedaald|daling|mniej|poniżej|niżej|spadł|spadła|spadło|mindre|lägre|under|minskade|sjönk|ниже|меньше|менее|снизилось|снизился|снизилась|упало|уменьшилось|低于|下降|减少|少于|以下|下回る|減少|低い|短く|낮은|감소|하락";
/// Words that speak of every row.
pub(super) const ALL: &str = "all|alla|alle|allen|aller|beide|both|each|every|todas|todos|tous|toutes|tutte|tutti|wszystkie|alle|全部|すべて|全て|все";

/// Small words of English, by which a text is known to be English.
pub(in crate::align) const ENGLISH: &[&str] = &[
    "the", "is", "are", "of", "and", "with", "has", "to", "was", "were", "by", "it", "for", "have", "from",
    "at", "on",
];

/// Small words of other languages.
pub(in crate::align) const NOT_ENGLISH: &[&str] = &[
    "der", "die", "und", "ist", "le", "la", "les", "est", "et", "de", "el", "los", "y", "en", "il", "di",
    "e", "del", "da", "do", "os", "het", "een", "van", "jest", "och", "ar", "som", "w", "z", "im", "von",
];

/// Small words of German, by which a text is known to be German.
pub(in crate::align) const GERMAN: &[&str] = &[
    "der", "die", "das", "und", "ist", "nicht", "mit", "von", "fur", "ein", "eine", "wurde", "wird", "sind",
    "am", "im", "uhr", "des", "zu", "auf", "hat", "wurden", "den", "dem", "nach", "aus", "bei", "keine",
    "es",
];

/// Words of keys of the number of all facts of a kind.
pub(in crate::align) const OF_NUMBERS: &[&str] = &[
    "total",
    "count",
    "num",
    "number",
    "n",
    "size",
    "found",
    "hits",
    "matches",
    "available",
    "quantity",
    "qty",
    "length",
    "totals",
    "sum",
    "all",
    "remaining",
    "items",
    "results",
    "limit",
    "shown",
    "returned",
    "matched",
    "estimated",
];

/// Words of keys that texts leave out.
pub(in crate::align) const GENERIC: &[&str] =
    &["total", "num", "number", "n", "count", "the", "my", "all", "matching", "open", "is", "unit"];

/// Small words of labels and keys.
pub(in crate::align) const SMALL: &[&str] = &[
    "is", "has", "the", "of", "at", "on", "in", "a", "an", "de", "da", "do", "del", "della", "di", "du",
    "la", "le", "el", "der", "die", "das", "van", "by", "was", "are",
];
