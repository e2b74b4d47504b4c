"""Seeded invented tables. python make_tables.py"""
import random, csv, datetime as dt
from pathlib import Path
R=random.Random(20261123); D=Path(__file__).parent/"data"; D.mkdir(exist_ok=True)
def w(name, head, rows, sep=","):
    with open(D/name,"w",newline="",encoding="utf-8") as f:
        c=csv.writer(f,delimiter=sep); c.writerow(head); c.writerows(rows)
def pick(ws): return R.choices([a for a,_ in ws],[b for _,b in ws])[0]
def hole(v,p): return "" if R.random()<p else v
day=dt.timedelta(days=1)
# 1 clinic
pats=[]
for i in range(140):
    pats.append([f"{R.randint(3,9800):05d}",pick([("F",54),("M",44),("",2)]),(dt.date(1936,1,1)+day*R.randint(0,29000)).strftime("%d/%m/%Y"),pick([("AB10",3),("AB11",2),("AB15",4),("AB21",2),("AB24",3)]),pick([("Rosemount",4),("Old Machar",3),("Torry",2),("Westburn",3)]),pick([("Y",22),("N",70),("ex",14),("",5)]),hole(R.randint(150,195),.08)])
seen=set(); pats=[p for p in pats if not (p[0] in seen or seen.add(p[0]))]
w("patients.csv",["pat_no","sex","dob","postcode_area","gp_practice","smoker","height_cm"],pats)
rows=[]
for i in range(430):
    ref=dt.date(2023,11,1)+day*R.randint(0,420); vis=ref+day*R.randint(3,120); dna=pick([("N",88),("Y",12)])
    dep=pick([("Cardiology",8),("cardiology",2),("Dermatology",9),("ENT",7),("Ophthalmology",6),("Physio",9),("PHYSIO",1)])
    s=R.gauss(132,17); w_=max(0,int(R.gauss(34,19)))
    rows.append([f"V{i+101:05d}",R.choice(pats)[0] if R.random()<.97 else "99999",ref.strftime("%d/%m/%Y"),vis.strftime("%d/%m/%Y"),dep,pick([("new",4),("review",7),("New",1)]),dna,"" if dna=="Y" else w_,"" if dna=="Y" else hole(int(s),.06),"" if dna=="Y" else hole(int(s*.6+R.gauss(2,7)),.06),"" if dna=="Y" else hole(round(R.gauss(36.8,.5),1),.1),pick([("Dr Okafor",4),("Dr Lindqvist",5),("Ms Baird",3),("Dr Rao",4)]),round(R.choice([0,0,45,60,85,120])*1.0,2),pick([("discharged",4),("follow-up",6),("onward referral",2),("",1)])])
w("clinic_visits.csv",["visit_id","pat_no","referred_on","visit_date","dept","visit_type","DNA","wait_min","sysBP_mmHg","diaBP_mmHg","temp_C","clinician","fee_gbp","outcome"],rows)
# 2 labs
an={"Hb":("g/dL",13.6,1.6,12,16),"Glucose":("mmol/L",5.7,1.5,3.9,6.1),"Creatinine":("umol/L",82,22,49,104),"TSH":("mIU/L",2.2,1.4,.4,4),"CRP":("mg/L",7,9,0,5),"K+":("mmol/L",4.2,.5,3.5,5.1)}
rows=[]
for i in range(560):
    a=R.choice(list(an)); u,m,s,lo,hi=an[a]; v=round(abs(R.gauss(m,s)),1); c=dt.datetime(2025,2,3,7)+dt.timedelta(minutes=R.randint(0,60*24*88)); t=max(20,int(R.gauss(150,70)))
    rows.append([f"{i//2+20413:07d}",a,hole(v,.04),u,lo,hi,"","Ward "+pick([("3A",5),("3B",4),("7",3)]) if R.random()<.6 else pick([("GP",3),("ED",4),("Outpatients",2)]),c.strftime("%Y-%m-%d %H:%M"),(c+dt.timedelta(minutes=t)).strftime("%Y-%m-%d %H:%M"),pick([("URGENT",2),("routine",7)]),pick([("Cobas-1",4),("Cobas-2",3),("XN1000",2)])])
    r=rows[-1]
    if r[2]!="": r[6]="H" if v>hi else "L" if v<lo else "N"
w("LabResults_Feb-Apr.csv",["sampleID","analyte","result","unit","refLow","refHigh","flag","requestedBy","collectedAt","reportedAt","priority","analyser"],rows)
# 3 birds
sp=[("House Sparrow",9,6),("Blue Tit",8,3),("Robin",8,1.5),("Blackbird",7,2),("Starling",5,9),("Goldfinch",4,4),("Great Tit",5,2),("Greenfinch",2,2),("Sparrowhawk",1,1),("Long-tailed Tit",2,6)]
rows=[]
for i in range(480):
    s=R.choices(sp,[x[1] for x in sp])[0]; site=R.randint(1,14); y=R.choice([2023,2024,2025]); d=dt.date(y,1,24)+day*R.randint(0,9)
    rows.append([f"BC{y%100}-{i+1:04d}",f"{site:03d}",d.isoformat(),R.choice(["AM","PM","am"]),s[0],max(1,int(R.expovariate(1/s[2]))+1),["garden","park","churchyard","allotment","wood edge"][site%5],hole(R.choice(["J. Pryce","M. Adeyemi","the Kellys","S. Wood","anon."]),.05),hole(R.randint(0,6),.07),R.choice([0,0,0,1]),hole(R.choice(["","","","feeding","on feeder","juvenile","two pairs"]),.1)])
w("garden_bird_count.csv",["rec_id","site","obsDate","session","species","n_seen","habitat","observer","wind_bft","rain","remarks"],rows)
# 4 air (German, semicolon, decimal comma)
st={"DEBB021":("Potsdam-Zentrum","Verkehr",26,34),"DEBB065":("Lütte","Hintergrund",14,8),"DEBB092":("Frankfurt (Oder), Leipziger Str.","Verkehr",28,30),"DEBB048":("Eisenhüttenstadt","Industrie",21,16),"DEBB007":("Elsterwerda","Hintergrund",18,11)}
rows=[]
for k,(n,t,p,no) in st.items():
    for j in range(122):
        d=dt.date(2025,1,1)+day*j; f=1+.35*(j<50)
        g=lambda v:str(round(max(1,v),1)).replace(".",",")
        rows.append([k,n,t,d.strftime("%d.%m.%Y"),hole(g(R.gauss(p*f,7)),.05),hole(g(R.gauss(p*f*.6,4)),.05),hole(g(R.gauss(no,6)),.03),g(R.gauss(45+j*.2,12)),g(R.gauss(2+j*.12+4,3)) if R.random()>.02 else "", "ja" if R.random()<.12 else "nein"])
w("luftqualitaet_2025.csv",["Stationscode","Stationsname","Stationstyp","Datum","PM10_µg/m³","PM2.5_µg/m³","NO2_µg/m³","O3_µg/m³","Temp_°C","vorläufig"],rows,";")
# 5 course evaluation (German)
rows=[]
cs=[("MAT-101","Analysis I","Prof. Hartwig","Mathematik"),("MAT-203","Numerik","Dr. Yıldız","Mathematik"),("PHY-110","Experimentalphysik","Prof. Sauer","Physik"),("INF-120","Programmieren","Dr. Bremer","Informatik"),("INF-240","Datenbanken","Prof. Sauer","Informatik"),("BIO-105","Zellbiologie","Dr. Nwosu","Biologie")]
for i in range(330):
    c=R.choice(cs); q=3.6+.2*(len(c[1])%4)-.3
    L=lambda:hole(min(5,max(1,round(R.gauss(q,1)))),.04)
    rows.append([i+1,c[0],c[1],c[2],c[3],pick([("WiSe 23/24",3),("SoSe 24",3),("WiSe 24/25",4)]),L(),L(),L(),L(),pick([("stimme voll zu",4),("stimme eher zu",6),("teils/teils",4),("stimme eher nicht zu",2),("stimme gar nicht zu",1),("k. A.",1)]),hole(R.choice([2,4,5,6,8,10,12]),.06),pick([("w",48),("m",46),("d",3),("",5)]),R.randint(1,8)])
w("kursevaluation.csv",["Bogen-Nr","Kurs","Kurstitel","Dozent","Fachbereich","Semester","F1_Struktur","F2_Verständlichkeit","F3_Tempo","F4_Gesamt","weiterempfehlen","Aufwand_h_Woche","Geschlecht","Fachsemester"],rows)
# 6 complaints
rows=[]
ty={"Pothole":("Streets",9),"Street light out":("Streets",5),"Missed bin":("Waste",4),"Fly-tipping":("Waste",6),"Noise":("Env Health",12),"Rats":("Env Health",8),"Graffiti":("Parks & Public Realm",10),"Fallen tree":("Parks & Public Realm",3)}
for i in range(520):
    t=R.choice(list(ty)); o=dt.date(2024,1,1)+day*R.randint(0,545); n=int(R.expovariate(1/ty[t][1]))+1; closed=R.random()<.86
    rows.append([f"SR-{400100+i*3}",o.strftime("%m/%d/%Y"),(o+day*n).strftime("%m/%d/%Y") if closed else "",t,ty[t][0],R.choice(["Ward 1","Ward 2","Ward 3","ward 3","Ward 4","Ward 5"]),pick([("app",5),("phone",4),("web",4),("Phone",1),("in person",1)]),"Closed" if closed else pick([("Open",3),("In Progress",2)]),R.choice([1,2,2,3,3,3]),pick([("Y",1),("N",6)]),hole(R.randint(1,5),.45) if closed else "",R.choice([0,0,0,35,80,140,260]) if closed else ""])
w("service_requests_311.csv",["SR_NUM","OPENED_DT","CLOSED_DT","TYPE","DEPT","WARD","CHANNEL","STATUS","PRIO","REPEAT_CALLER","SATISF_1_5","COST_USD"],rows)
# 7 traffic
rows=[]
for c,base in (("C-014 Bridge St",420),("C-022 Ring Rd N",880),("C-031 Mill Lane",95)):
    for j in range(14):
        d=dt.datetime(2025,5,5)+day*j
        for h in (7,8,9,12,15,17,18,22):
            f={7:.9,8:1.3,9:1,12:.8,15:.9,17:1.4,18:1.1,22:.3}[h]*(.6 if d.weekday()>4 else 1)
            rows.append([c,(d+dt.timedelta(hours=h)).strftime("%Y-%m-%d %H:%M"),R.choice(["in","out"]),hole(int(R.gauss(base*f,base*.1)),.03),int(R.gauss(base*f*.08,4))if base>100 else R.randint(0,4),int(abs(R.gauss(30*f,12))),hole(round(R.gauss(43 if base<800 else 66,5),1),.04),R.choice(["dry","dry","wet"]),0 if R.random()<.96 else 1])
w("traffic_counts_wk19-20.csv",["counter","ts","dir","cars","hgv","bikes","v85_kmh","surface","sensorFault"],rows)
# 8 library JP
rows=[]
bk=[("吾輩は猫である","夏目漱石","小説"),("銀河鉄道の夜","宮沢賢治","児童書"),("ノルウェイの森","村上春樹","小説"),("コンビニ人間","村田沙耶香","小説"),("サピエンス全史","ハラリ","人文"),("統計学入門","東京大学","理工"),("ぐりとぐら","中川李枝子","児童書"),("告白","湊かなえ","小説"),("発酵の科学","小泉武夫","理工"),("日本の歴史","網野善彦","人文")]
for i in range(380):
    b=R.choice(bk); l=dt.date(2025,4,1)+day*R.randint(0,180); k=R.randint(2,30); back=R.random()<.92
    rows.append([f"L{i+1:06d}",f"{R.randint(1,90):04d}",l.strftime("%Y/%m/%d"),(l+day*14).strftime("%Y/%m/%d"),(l+day*k).strftime("%Y/%m/%d") if back else "",b[0],b[1],b[2],R.choice(["中央館","東分館","駅前分館","移動図書館"]),pick([("一般",6),("学生",3),("児童",3)]),pick([("予約あり",1),("予約なし",4)]),R.randint(0,2),max(0,k-14)*10 if back else ""])
w("図書貸出.csv",["貸出ID","利用者番号","貸出日","返却期限","返却日","書名","著者","分類","館","利用者区分","予約","延長回数","延滞料_円"],rows)
# 9 football
tm=["Ashford Town","Brackley Rovers","Carlow Utd","Dunmore City","Eastleigh Ath","Fenwick FC","Garston","Holt Wanderers"]; rows=[]; st_={t:R.uniform(.8,1.9) for t in tm}
for s,y in (("2022/23",2022),("2023/24",2023),("2024/25",2024)):
    d=dt.date(y,8,13); prs=[(a,b) for a in tm for b in tm if a!=b]; R.shuffle(prs)
    for k,(a,b) in enumerate(prs):
        def poi(l):
            n,p=0,R.random(); import math; q=math.exp(-l); c=q
            while p>c: n+=1; q*=l/n; c+=q
            return n
        h,aw=poi(st_[a]*1.15),poi(st_[b]*.9); h1,a1=sum(R.random()<.45 for _ in range(h)),sum(R.random()<.45 for _ in range(aw))
        rows.append([s,(d+day*(7*(k//4)//1+R.choice([0,1]))).strftime("%d/%m/%y"),a,b,h,aw,"H" if h>aw else "A" if aw>h else "D",h1,a1,hole(int(R.gauss(2300,700)),.05),R.choice(["M Dean-Fox","K Oyelaran","P Strand","L Marsh"]),R.randint(0,5),R.randint(0,6),int(R.random()<.08),int(R.random()<.1),hole(R.randint(3,14),.02),R.randint(2,11)])
w("league_results.csv",["Season","Date","HomeTeam","AwayTeam","FTHG","FTAG","FTR","HTHG","HTAG","Att","Referee","HY","AY","HR","AR","HS","AS"],rows)
# 10 marathon
rows=[]; fn=["Anna","Ben","Carla","Dario","Emi","Femi","Greta","Hugo","Ines","Jonas","Kenji","Lena","Marek","Nora","Oskar","Priya","Quinn","Rosa","Sven","Tara"]; ln=["Alder","Bauer","Costa","Dahl","Eze","Fuchs","Gomez","Horn","Ito","Jansen","Kim","Lowe","Meyer","Novak","Okoro","Patel"]
hm=lambda s:f"{s//3600}:{s%3600//60:02d}:{s%60:02d}"
for i in range(400):
    sx=pick([("M",58),("W",42)]); base=R.gauss(14200 if sx=="M" else 15600,1900); base=max(8400,base); gun=int(base)+R.randint(2,400); dnf=R.random()<.05
    rows.append([1000+i*7%9001,R.choice(fn)+" "+R.choice(ln),sx,R.choice(["M20","M30","M40","M50","M60"]).replace("M",sx),pick([("GER",40),("AUT",12),("POL",9),("JPN",8),("GBR",9),("KEN",2),("DEN",6)]),hole(R.choice(["LG Nord","TuS Eiche","SC Blau","Run4Fun","Lauftreff Mitte"]),.4),"" if dnf else hm(int(base*R.uniform(.47,.5))),"" if dnf else hm(int(base)),"" if dnf else hm(gun),"DNF" if dnf else "finished",R.choice([1,2,2,3,3]),R.choice([0,0,1,2,5])])
w("marathon_results.csv",["Bib","Name","Sex","AgeGroup","Nat","Club","HalfSplit","ChipTime","GunTime","Status","Wave","PrevStarts"],rows)
# 11 chess
rows=[]
op=[("B20","Sicilian Defence"),("C50","Italian Game"),("D02","London System"),("C00","French Defence"),("B12","Caro-Kann"),("A40","Queen's Pawn")]
for i in range(450):
    d=dt.datetime(2025,1,2,18)+dt.timedelta(minutes=R.randint(0,60*24*270)); me=1480+int(i*.4)+R.randint(-15,15); o=int(R.gauss(me,120)); r=pick([("win",46),("loss",44),("draw",10)]); e=R.choice(op)
    rows.append([f"g{i:04x}",d.strftime("%Y-%m-%dT%H:%M"),R.choice(["white","black"]),me,o,r,pick([("checkmate",3),("resign",4),("time",3),("abandoned",.3)]) if r!="draw" else pick([("stalemate",1),("agreed",3)]),pick([("blitz 5+0",6),("rapid 10+5",3),("bullet 1+0",3)]),e[0],e[1],int(abs(R.gauss(37,14)))+4,hole(round(min(99,max(35,R.gauss(78,8))),1),.3),R.choice(["true","false","false"])])
w("my_chess_games.csv",["gameId","playedAt","myColor","myElo","oppElo","result","termination","timeControl","eco","opening","moves","accuracy_pct","rated"],rows)
# 12 board games + plays
gm=["Catan","Azul","Wingspan","Carcassonne","Terraforming Mars","Codenames","Hive","Pandemic","Ticket to Ride","Splendor","Root","Patchwork","Gloomhaven","Dixit","Brass: Birmingham","7 Wonders","Cascadia","Kingdomino","Agricola","Love Letter","Everdell","Scythe"]; rows=[]
for i,g in enumerate(gm):
    mn=R.choice([1,2,2,3]); rows.append([f"BG{i+1:03d}",g,R.randint(1995,2022),mn,mn+R.choice([2,2,3,4]),R.choice([15,20,30,45,60,75,90,120,150]),round(R.uniform(1.1,3.9),2),hole(round(R.uniform(6.3,8.8),1),.1),R.choice(["Strategy","Family","family","Party","Abstract","Co-op"]),round(R.choice([14.99,19.9,27.5,34,39.99,45,59.95,89]),2),hole(f"{R.choice([2019,2020,2021,2022,2023,2024])}-{R.randint(1,12):02d}",.1),R.choice(["A","B","C"]),R.choice([0,0,0,1])])
w("boardgames.csv",["game_id","title","yearPublished","minPlayers","maxPlayers","playTimeMin","weight_1to5","myRating","category","paid_eur","bought","shelf","loanedOut"],rows)
rows=[]
for i in range(210):
    d=dt.date(2024,1,5)+day*R.randint(0,600); g=R.choice(rows and [1]) if False else R.randint(1,20)
    rows.append([i+1,f"BG{g:03d}",d.isoformat(),R.randint(2,5),R.choice(["Ada","Bob","Chen","Dee","Ada"]),hole(R.randint(18,160),.1),hole(R.randint(12,190),.06),R.choice(["home","club","café","Club"])])
w("plays.csv",["playNo","game_id","date","players","winner","winnerScore","duration_min","place"],rows)
# 13 weather JP
rows=[]
for s,t0 in (("札幌",-3),("東京",6),("那覇",17)):
    for j in range(181):
        d=dt.date(2025,1,1)+day*j; m=t0+j*.105+R.gauss(0,2.4); rain=R.random()<.33
        rows.append([s,d.strftime("%Y年%m月%d日") if False else d.strftime("%Y-%m-%d"),hole(round(m,1),.02),round(m+abs(R.gauss(4,1)),1),round(m-abs(R.gauss(4,1)),1),round(R.expovariate(1/9),1) if rain else 0.0,hole(min(100,int(R.gauss(64,12))),.03),round(abs(R.gauss(3.4,1.4)),1),"雨" if rain and m>1 else "雪" if rain else R.choice(["晴","晴","曇"]),round(0 if rain else abs(R.gauss(6.5,2.2)),1)])
w("気象観測_2025上期.csv",["観測所","年月日","平均気温(℃)","最高気温(℃)","最低気温(℃)","降水量(mm)","湿度(%)","風速(m/s)","天気","日照時間(h)"],rows)
# 14 meters DE
rows=[]
for k in range(12):
    z=R.randint(4000,42000); art=["Strom","Strom","Gas","Wärme"][k%4]
    for m in range(24):
        d=dt.date(2023+m//12,m%12+1,28); s=1+.5*(m%12 in (0,1,2,10,11))*(art!="Strom"); v=R.gauss({"Strom":900,"Gas":2600,"Wärme":1800}[art],120)*s
        z+=v; rows.append([f"Z-{k+7:04d}",["Rathaus","Grundschule Nord","Feuerwache","Bibliothek","Hallenbad","Bauhof"][k//2],art,d.strftime("%d.%m.%Y"),int(z),hole(round(v,1),.03),round(v*{"Strom":.31,"Gas":.11,"Wärme":.13}[art],2),round(12.5+k,2),R.choice(["abgelesen","abgelesen","geschätzt"])])
w("Zaehlerstaende.csv",["Zählernr","Gebäude","Medium","Ablesedatum","Stand_kWh","Verbrauch_kWh","Arbeitspreis_EUR","Grundpreis_EUR","Ableseart"],rows)
# 15 quakes
rows=[]
for i in range(460):
    t=dt.datetime(2024,7,1)+dt.timedelta(minutes=R.randint(0,60*24*365)); m=round(min(7.4,2.4+R.expovariate(1.4)),1)
    pl,la,lo=R.choice([("Hualien, Taiwan",24,121.6),("Honshu, Japan",37.5,141.5),("Crete, Greece",35,25.5),("Central Chile",-33,-71.5),("Sulawesi, Indonesia",-1,120),("South Island, NZ",-44,169),("Southern Alaska",60,-151)])
    rows.append([f"us{7000000+i*37}",t.strftime("%Y-%m-%dT%H:%M:%SZ"),round(la+R.gauss(0,.8),3),round(lo+R.gauss(0,.8),3),round(abs(R.gauss(38,40)),1),m,R.choice(["mb","ml","mw","mww"]),f"{R.randint(3,140)} km {R.choice(['N','SE','W','ENE'])} of {pl}",pl.split(", ")[-1],hole(R.randint(8,240),.12),"reviewed" if R.random()<.8 else "automatic",int(m>6 and R.random()<.6),hole(int(R.expovariate(1/(m*6))),.35)])
w("quakes_2024-25.csv",["id","time","latitude","longitude","depth_km","mag","magType","place","region","nst","status","tsunami","felt"],rows)
# 16 election DE
rows=[]
for i in range(64):
    b=["Altstadt","Nordend","Westhafen","Südhang"][i%4]; wb=R.randint(620,1900); wa=int(wb*R.uniform(.48,.79)); ung=R.randint(3,22); g=wa-ung; sh=[R.uniform(.1,1)*x for x in (1.1,1,.8,.5,.4,.2)]; t=sum(sh); p=[int(g*x/t) for x in sh]; p[-1]+=g-sum(p)
    rows.append([f"{i+1:03d}",b,"Brief" if i%8==7 else "Urne",wb if i%8!=7 else "",wa,ung,g]+p)
w("wahl_stimmbezirke.csv",["Bezirk-Nr","Stadtteil","Art","Wahlberechtigte","Wähler","ungültig","gültig","CDU","SPD","GRÜNE","FDP","LINKE","Sonstige"],rows)
# 17 marks
rows=[]
for i in range(96):
    b=R.gauss(64,12); g=lambda:hole(int(min(100,max(12,R.gauss(b,9)))),.04)
    rows.append([f"{i+31:04d}",R.choice(ln)+", "+R.choice(fn),["7A","7B","8A","8B"][i%4],pick([("girl",1),("boy",1)]),g(),g(),g(),g(),g(),R.randint(0,22),R.choice(["Y","N","N","N"]),R.choice(["bus","walk","car","bike","Bus"]),["Mrs Lund","Mr Osei","Mrs Lund","Ms Petit"][i%4]])
w("year7-8_marks.csv",["StudentID","Student","Class","Gender","Maths","English","Science","History","French","DaysAbsent","FSM","Transport","FormTutor"],rows)
